"""Pure: what values look like in English and Chinese text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from openclaw_desktop.context.lost.fact_kinds import FactKind


@dataclass(frozen=True, slots=True)
class Pattern:
    """`weight` says how much a person would miss such a value, from 0 to 1. The first group is the value.

    A sentence with none of the characters in `clues`, or, where there are any, with none of the small letters
    in `words`, holds no such value, which is quicker to see.
    """

    kind: FactKind
    weight: float
    clues: frozenset[str]
    words: tuple[str, ...]
    regex: re.Pattern[str]

    def may_match(self, characters: set[str], folded: str) -> bool:
        """Whether it is worth a look at a sentence of these characters, which reads so in small letters."""
        if self.clues.isdisjoint(characters):
            return False
        return not self.words or any(word in folded for word in self.words)


# Words of Latin letters have ends that \b does not see beside Chinese, which is written without spaces.
_L, _R = "(?<![A-Za-z0-9_])", "(?![A-Za-z0-9_])"

_NUM = r"(?:[-+−]?\d{1,3}(?:[,\u202f\u00a0 ]\d{3})+(?:\.\d+)?|[-+−]?\d+(?:\.\d+)?)"
_ZH = "一二三四五六七八九十"
_ZH_NUM = rf"(?:\d[\d,.]*|[{_ZH}百千万两零〇半]{{1,8}})"
_ZH_SMALL = rf"(?:\d{{1,2}}|[{_ZH}]{{1,3}})"

_FILE_TYPES = "(?:md|json5?|ya?ml|toml|py|ts|js|csv|txt|pdf|docx?|xlsx?|sqlite|db|sh|conf|ini|png|jpe?g|zip)"
_MONTH = (
    "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?"
    "|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_UNITS = (
    r"(?:°\s?[CF]?|%|‰|per\s?cent|m/s|km/h|mph|hPa|mbar|kWh|Wh|kW|MW|mW|W/m²|W|mAh|Ah|mA|kV|mV|V|A"
    r"|GHz|MHz|kHz|Hz|[MG]bit/s|[MG]bps|[GMTk]i?B|KB|dBm|dB|k?m²|m³|km|cm|mm|µm|nm|m"
    r"|kg|mg|µg|g|lbs?|oz|m[lL]|cl|[lL]|[µnp]F|kcal|cal|K|ms|µs|min|h|hours?|minutes?|days?|weeks?|months?|years?"
    r"|met(?:re|er)s?|miles?|degrees|rpm|ppm|psi|bar|inch(?:es)?|ft|feet)"
)
_ZH_UNITS = (
    "(?:万|亿|千)?(?:毫米|厘米|公里|米/秒|米|公斤|千克|克|斤|毫升|升|摄氏度|度|伏|安|瓦|千瓦|小时|天|周|个月|年|岁"
    "|平方米|平米|号楼|号房|号|室|层|楼|级|倍|吨)"
)
_ZH_COUNTS = "(?:万|亿|千)?(?:秒|分钟|人|次|台|个|件|本|张|页|条|位|名|家|套|箱|瓶|盒|袋|行|项|份)"
_CURRENCY = "(?:euros?|dollars?|pounds?|yuan|USD|EUR|GBP|CNY|RMB)"
_NUMBERED = (
    "(?:order|booking|ticket|invoice|account|flight|room|serial|licen[cs]e|reference|tracking|customer|contract"
    "|code|pin|badge|gate)"
)
_ZH_NUMBERED = (
    "(?:订单|单号|编号|账号|帐号|航班|车次|车牌|房间|房号|密码|验证码|合同|发票|工号|学号|型号)(?:号码|号)?"
    "(?:是|为|改成)?"
)
_SURNAME = (
    "[王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪"
    "范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤]"
)
_ZH_TITLE = (
    "(?:先生|女士|小姐|老师|医生|大夫|护士|经理|主任|总监|总|教授|律师|师傅|同学|阿姨|叔叔|博士|校长|书记"
    "|工程师|房东)"
)
_ZH_CUE = (
    "(?:联系人是?[:：]?|负责人是?[:：]?|名叫|叫做|叫|姓名是?[:：]?|同事|朋友|同学|老板|客户|邻居|妻子|丈夫|儿子|女儿"
    "|联系|通知|问一下|找|给|跟|和|与|由|请)"
)


_FIGURES = "0123456789"
_MONEY_WORDS = ("$", "€", "£", "¥", "￥", "usd", "eur", "gbp", "cny", "rmb", "dollar", "pound", "yuan")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NUMBERED_WORDS = (
    *("order", "booking", "ticket", "invoice", "account", "flight", "room", "serial", "licen", "reference"),
    *("tracking", "customer", "contract", "code", "pin", "badge", "gate"),
)


def _pattern(
    kind: FactKind, weight: float, *parts: str, clues: str = _FIGURES, words: tuple[str, ...] = ()
) -> Pattern:
    return Pattern(kind, weight, frozenset(clues), words, re.compile("".join(parts)))


def _characters(expression: str) -> str:
    """The Chinese characters of a part of an expression."""
    return "".join(each for each in expression if not each.isascii())


PATTERNS: tuple[Pattern, ...] = (
    _pattern(
        *(FactKind.URL, 0.85),
        r"((?:https?|wss?|ftp|ssh|git|postgres(?:ql)?|mqtt)://[^\s<>\"'`）)\]，。；]+)",
        clues=":",
    ),
    _pattern(
        *(FactKind.EMAIL, 1.0),
        r"([A-Za-z0-9_.+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,})(?![A-Za-z0-9])",
        clues="@",
    ),
    _pattern(
        *(FactKind.PATH, 0.6),
        r"(?<![A-Za-z0-9_/.])((?:~|\.{1,2}|[A-Za-z]:)?[/\\](?:[\w.@+-]+[/\\])*",
        rf"(?:[\w.@+-]*\.[A-Za-z][A-Za-z0-9]{{0,7}}{_R}|[\w.@+-]{{2,}}[/\\]?)",
        rf"|[A-Za-z0-9_@+.-]+/(?:[\w@+.-]+/)*[\w.@+-]*\.[A-Za-z][A-Za-z0-9]{{0,7}}{_R}",
        rf"|[\w-]{{2,}}\.{_FILE_TYPES}{_R})",
        clues="/\\.",
    ),
    _pattern(
        *(FactKind.ADDRESS, 0.8),
        rf"(?<![A-Za-z0-9_.])((?:\d{{1,3}}\.){{3}}\d{{1,3}}(?::\d{{2,5}}|/\d{{1,2}})?){_R}(?!\.\d)",
        words=(".",),
    ),
    _pattern(
        *(FactKind.ADDRESS, 0.75),
        r"(?<![A-Za-z0-9_.-])((?:[a-z][\w-]*\.)*[a-z][\w-]*:\d{2,5})(?![A-Za-z0-9_:])",
        words=(":",),
    ),
    _pattern(
        *(FactKind.ADDRESS, 0.7),
        r"(?<![A-Za-z0-9_.@-])((?:[a-z0-9][a-z0-9-]*\.)+",
        rf"(?:com|org|net|io|dev|cn|local|lan|home|de|pt|uk|jp|eu)){_R}",
        clues=".",
    ),
    _pattern(
        *(FactKind.PORT, 0.8),
        *(r"(?i:\bports?)(?:\s+(?:is|number|to|=))*\s*[:=]?\s*(\d{2,5})", _R),
        words=("port",),
    ),
    _pattern(FactKind.PORT, 0.8, r"端口号?改?(?:成|是|为|到)?了?\s*[:：=]?\s*(\d{2,5})", words=("端口",)),
    _pattern(
        *(FactKind.MONEY, 0.85),
        rf"((?:[$€£¥￥]|USD|EUR|GBP|CNY|RMB)\s?{_NUM}(?:\s?[kKM]{_R})?)",
        words=_MONEY_WORDS,
    ),
    _pattern(FactKind.MONEY, 0.85, rf"({_NUM}\s?(?:[€£¥]|{_CURRENCY}{_R}))", words=_MONEY_WORDS),
    _pattern(
        FactKind.MONEY, 0.85, rf"({_ZH_NUM}[万亿千]?(?:元|块钱|块|欧元|美元|英镑|日元))", clues="元块镑"
    ),
    _pattern(
        *(FactKind.PHONE, 1.0),
        r"(?<![A-Za-z0-9_.])(\+\d[\d \-()]{7,16}\d|1[3-9]\d[ -]?\d{4}[ -]?\d{4}",
        r"|0\d{2,3}-\d{7,8}|\(?\d{3}\)?[ -]\d{3}-\d{4})",
        _R,
    ),
    _pattern(
        *(FactKind.DATE, 0.75),
        r"(?<![A-Za-z0-9_-])((?:19|20)\d{2}[-/.年]\d{1,2}[-/.月]\d{1,2}日?)(?![A-Za-z0-9_-])",
    ),
    _pattern(
        *(FactKind.DATE, 0.75),
        rf"\b((?:{_DAY}\s+(?:of\s+)?{_MONTH}|{_MONTH}\.?\s+{_DAY})(?:,?\s+(?:19|20)\d{{2}})?)\b",
        words=_MONTHS,
    ),
    _pattern(FactKind.DATE, 0.5, r"\bthe (\d{1,2}(?:st|nd|rd|th))\b", words=("the ",)),
    _pattern(FactKind.DATE, 0.75, rf"({_ZH_SMALL}月{_ZH_SMALL}[日号])", clues="月"),
    _pattern(FactKind.TIME, 0.55, r"(?<![\d:.])(\d{1,2}:\d{2}(?:\s?(?i:[ap]\.?m\.?))?)(?![\d:])"),
    _pattern(FactKind.TIME, 0.55, r"\b(\d{1,2}\s?(?i:[ap]\.?m)\b\.?)"),
    _pattern(
        *(FactKind.TIME, 0.55),
        rf"((?:凌晨|早上|上午|中午|下午|晚上|傍晚){_ZH_SMALL}(?:点半|点{_ZH_SMALL}分?|点|:\d{{2}}))",
        clues="点:",
        words=("凌晨", "早上", "上午", "中午", "下午", "晚上", "傍晚"),
    ),
    _pattern(
        *(FactKind.VERSION, 0.5),
        r"(?<![A-Za-z0-9_.])(v\d+(?:\.\d+)+(?:[-+][A-Za-z0-9.]+)?",
        rf"|\d+\.\d+\.\d+(?:\.\d+)*(?:[-+][A-Za-z][A-Za-z0-9.]*)?){_R}(?!\.\d)",
    ),
    _pattern(FactKind.CODE, 0.55, r"`([^`\n]{2,120})`", clues="`"),
    _pattern(FactKind.QUOTED, 0.6, r"(?<![A-Za-z0-9])'([^'\n]{2,60})'(?![A-Za-z0-9])", clues="'"),
    _pattern(FactKind.QUOTED, 0.6, r"[\"“]([^\"“”\n]{2,80})[\"”]", clues='"“'),
    _pattern(
        FactKind.QUOTED,
        0.6,
        r"「([^「」\n]{1,60})」|『([^『』\n]{1,60})』|《([^《》\n]{1,60})》",
        clues="「『《",
    ),
    _pattern(
        *(FactKind.IDENTIFIER, 0.8),
        rf"(?<![A-Za-z0-9_#/-])([A-Z]{{1,6}}\d{{0,4}}-?\d{{2,10}}(?:-\d+)*|[A-Z]\d{_R}",
        r"|[A-Z]{2,}\d*(?:-[A-Z0-9]+)*-\d+[A-Z0-9-]*)(?![A-Za-z0-9_/])",
    ),
    _pattern(FactKind.IDENTIFIER, 0.7, rf"{_L}(#\d{{2,8}}){_R}", words=("#",)),
    _pattern(
        *(FactKind.IDENTIFIER, 0.85),
        rf"(?i:(?<!exit )(?<!exited with )(?<!status )(?<!return )\b{_NUMBERED}\s+",
        r"(?:number|no\.?|nr\.?|id|code)?\s*(?:is|was|:|#)?\s*)",
        rf"([A-Z]{{0,4}}\d[A-Za-z0-9_-]{{1,24}}){_R}",
        words=_NUMBERED_WORDS,
    ),
    _pattern(FactKind.IDENTIFIER, 0.85, rf"{_ZH_NUMBERED}\s*[:：]?\s*([A-Za-z0-9][A-Za-z0-9_-]{{1,30}})"),
    _pattern(FactKind.NUMBER, 0.6, rf"(第(?:\d+|[{_ZH}]+)(?:行|列|层|排|栋|单元|号))", clues="第"),
    _pattern(FactKind.MEASURE, 0.5, rf"(?<![A-Za-z0-9_.,-])({_NUM}\s?{_UNITS})(?![A-Za-z0-9_/])"),
    _pattern(
        FactKind.MEASURE,
        0.5,
        rf"((?:每秒|每小时)?{_ZH_NUM}(?:点[{_ZH}零]+)?[多几]?{_ZH_UNITS}|百分之{_ZH_NUM})",
        clues=_characters(_ZH_UNITS) + "百",
    ),
    _pattern(FactKind.NUMBER, 0.3, rf"({_ZH_NUM}[多几]?{_ZH_COUNTS})", clues=_characters(_ZH_COUNTS)),
    _pattern(FactKind.ADDRESS, 0.5, r"(?<![\d-])(\d{4}-\d{3})(?![\d-])", words=("-",)),
    _pattern(
        *(FactKind.NUMBER, 0.4),
        rf"(?<![A-Za-z0-9_.,:/-])({_NUM}\s+(?:[a-z]+(?:-[a-z]+)?\s+)?[a-z]{{3,}})(?![A-Za-z0-9_/])",
    ),
    _pattern(
        *(FactKind.NAME, 0.75),
        rf"({_SURNAME}(?:(?![是叫的了和跟在有说找请])[\u4e00-\u9fff]){{0,2}}?{_ZH_TITLE})",
        clues=_SURNAME,
    ),
    _pattern(
        *(FactKind.NAME, 0.75),
        rf"{_ZH_CUE}({_SURNAME}[\u4e00-\u9fff]{{1,2}})(?=[，。、：:；！？\s的是在说去来会要\d（(]|$)",
        clues=_SURNAME,
    ),
    _pattern(
        FactKind.NAME,
        0.7,
        r"([\u4e00-\u9fff々ァ-ヶー]{1,8})(?:さん|様|先生)(?=[はがのにをとへ、。])",
        clues="さ様先",
    ),
)
"""In the order in which they take their part of a sentence; what one took is no other's."""
