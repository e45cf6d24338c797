"""Words that say nothing about what a question is after, by language."""

from __future__ import annotations

from collections.abc import Iterable

_ENGLISH = """
a an the this that these those i me my mine we us our ours you your yours he him his she her hers it its they
them their theirs am is are was were be been being have has had having do does did doing done will would shall
should can could might must ought in on at to for of with by from about into onto through during before
after above below between under over out off up down again as than then so and or but if nor not no because
while when where what which who whom whose how why there here all any both each few more most other some such
only own same too very just also ever never don doesn didn isn aren wasn weren hasn haven hadn won wouldn
shouldn couldn let lets please tell show find give get got know think remember said say says thing things
stuff something anything everything someone anyone many much kind sort like
"""
_SPANISH = """
el la los las un una unos unas este esta esto estos estas ese esa eso esos esas aquel aquella yo me mi
mis nosotros tu tus te usted ustedes se su sus le les lo nos ellos ellas de del a al en con por para
sobre entre sin y e o u pero si no que porque como es son era fue fueron ser estar está están estoy ha
han he hay haber tener tiene hacer hace muy ya qué cómo cuándo cuando dónde donde cuál cuáles quién
quiénes cuánto cuántos más
"""
_PORTUGUESE = """
o os as um uma uns umas este esta isto esse essa isso aquele aquela eu meu minha nós você vocês ele ela
eles elas seu sua seus suas do da dos das em no na nos nas com por pelo pela para sobre entre sem e ou
mas se não que porque como é são era foi foram ser estar está estão tem ter fazer faz muito já quê
quando onde qual quais quem quanto quantos mais ao aos
"""
_FRENCH = """
le la les un une des du de ce cet cette ces je me mon ma mes moi nous notre nos vous votre vos tu te ton
ta tes il elle ils elles on se son sa ses leur leurs en y à au aux dans avec par pour sur sous entre
sans et ou mais si ne pas plus que qui quoi dont où quand comment pourquoi quel quelle quels quelles est
sont était étaient être a ont avait avoir fait faire très ça cela c d l j m n s t qu
"""
_GERMAN = """
der die das den dem des ein eine einen einem einer eines dieser diese dieses ich mich mir mein meine wir
uns unser du dich dir dein deine sie er es ihm ihn ihr ihre sein seine und oder aber wenn ob nicht kein
keine als auch auf aus bei bis durch für gegen hinter im in ins ist sind war waren wird werden wurde
wurden mit nach nur noch schon sehr so über um unter vom von vor was wer wen wem wie wo wann warum
welche welcher welches wieviel zu zum zur zwischen hat haben hatte hatten kann können man mal doch dass
"""
_ITALIAN = """
il lo la i gli le un uno una questo questa questi queste quello quella io mi mio mia noi ci nostro tu ti
tuo tua voi vi lui lei loro si suo sua di del dello della dei degli delle a al allo alla ai agli alle da
dal dalla in nel nella nei con per su sul sulla tra fra senza e ed o ma se non che chi cosa come quando
dove perché quale quali quanto quanti è sono era erano fu essere ha hanno aveva avere fare molto più già
anche
"""
_RUSSIAN = """
и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только её мне было вот
от меня о из ему когда даже ну ли если или ни быть был была были него до вас нибудь уж вам ведь там
потом себя ничего ей они тут где есть надо для мы тебя их чем сам чтоб без чего раз тоже себе под будет
тогда кто этот эта это эти того потому какой какая какие ним здесь этом мой моя мои чтобы нее при об
почему сколько
"""
_KOREAN = """
그 그것 그녀 그들 그리고 그런데 그래서 그러나 그러면 나 내 내가 너 너무 누가 누구 무슨 무엇 뭐 뭐가 뭔가
또 또는 매우 몇 어느 어디 어디에 어떤 어떻게 언제 여기 왜 우리 이 이것 저 저것 저희 정말 좀 것 수 등 때
하지만 알려줘 알려주세요 찾아줘 보여줘 무엇인가 무엇입니까 누구인가 있는 있나 있다 있었나 한 하는 하다
했나 했어 했지
"""

_ALWAYS = frozenset(f"{_ENGLISH} {_RUSSIAN} {_KOREAN}".split())
_OTHERS = [frozenset(language.split()) for language in (_SPANISH, _PORTUGUESE, _FRENCH, _GERMAN, _ITALIAN)]


def common_words(query: Iterable[str]) -> frozenset[str]:
    """The stop words to leave out of a query of these words, given in lower case with their accents.

    A language other than English whose letters are Latin counts only when at least two of its stop words
    are there, and no fewer than of any other: "war" in "the war" is not German.
    """
    asked = frozenset(query)
    found = [(len(asked & language), language) for language in (_ALWAYS, *_OTHERS)]
    most = max(count for count, _ in found)
    return _ALWAYS.union(*(language for count, language in found[1:] if count == most >= 2))


_CHINESE = """
什么 怎么 怎样 如何 为何 为什 哪个 哪些 哪里 哪位 哪种 哪年 哪一 多少 几个 是谁 谁是 是否 是不 不是
可以 能否 这个 那个 这些 那些 这样 那样 我们 你们 他们 她们 它们 自己 因为 所以 但是 如果 虽然 然后
以及 或者 并且 而且 就是 还是 也是 都是 不会 没有 有没 的是 是什 有哪 请问 告诉 帮我 一下 关于 对于
"""
_JAPANESE = """
です ます した して する しま ある いる なる から まで こと もの これ それ あれ どれ この その あの どの
ここ そこ どこ って では には とは ので のに のは のが のを だっ たい よう ませ まし せん なに なぜ いつ
どう れる られ けど でも だけ しか など くら ほど いて てい てる った いっ いう たの たか すか でし だれ
だろ くだ ださ さい 何で 何が 何を 何の は何 が何 は誰 は何
"""

PAIRS = frozenset((*_CHINESE.split(), *_JAPANESE.split()))
"""Pairs of East Asian characters that are (parts of) such words."""

CHINESE_CHARACTERS = frozenset("的了吗呢吧啊呀嘛啦是在和与或就这那我你他她它把被请什么哪谁")
"""In a Chinese question a pair with one of these mostly joins the ends of two words."""

KOREAN_PARTICLES = (
    *("에서는", "으로는", "에서", "으로", "에게", "한테", "처럼", "까지", "부터", "마다", "이나"),
    *"은는이가을를의에로와과도만",
)
"""What a Korean word may end with, the longer ones first."""
