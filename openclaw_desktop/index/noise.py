"""How near a question comes to an index that knows nothing of it: the noise floor of its cosines."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from openclaw_desktop.index.embed import Passage, Vector
from openclaw_desktop.index.store import NoiseFloor

PROBES = (
    "How many moons does the planet Neptune have?",
    "Which glaze is fired at the lowest temperature?",
    "Who won the regional bowling championship in 1974?",
    "What do you call a female peacock?",
    "When were the first lighthouses built from iron?",
    "Why do cast bells crack in cold weather?",
    "Is there a ferry between the two islands in winter?",
    "How long does a tortoise hold its breath?",
    "What is the capital of Burkina Faso?",
    "Which knot do climbers use to join two ropes?",
    "¿Cuántas cuerdas tiene un arpa de concierto?",
    "¿Quién pintó el techo de la catedral vieja?",
    "¿A qué altura vuelan los cóndores?",
    "¿Qué sal se usa para curar el bacalao?",
    "Quel fromage accompagne le vin jaune ?",
    "Combien de marches compte le phare du port ?",
    "Pourquoi les flamants dorment-ils sur une patte ?",
    "Qui a inventé la machine à tricoter ?",
    "Welcher Pilz wächst nur unter Lärchen?",
    "Wie tief ist der tiefste See der Alpen?",
    "Wann wurde die erste Zahnradbahn eröffnet?",
    "Warum gefriert Salzwasser später?",
    "Quantas pétalas tem a flor do maracujá?",
    "Quem construiu o aqueduto da cidade antiga?",
    "Quante corde ha una viola da gamba?",
    "Perché il marmo diventa giallo?",
    "Сколько весит взрослый зубр?",
    "Почему северное сияние бывает зелёным?",
    "Кто первым пересёк пустыню на верблюдах?",
    "金鱼能活多少年？",
    "哪座桥是用糯米砌成的？",
    "候鸟为什么排成人字形飞行？",
    "青铜编钟有几个音？",
    "雪の結晶はなぜ六角形なのか？",
    "将棋の駒は全部で何枚ありますか？",
    "和紙に使う木は何ですか？",
    "해녀는 숨을 얼마나 오래 참을 수 있나요?",
    "거문고의 줄은 몇 개인가요?",
)
"""Questions in ten languages that no workspace is about, unlike each other."""

FEW_CHUNKS = 20
"""With fewer the best hit says little, so the probes are held against each other instead."""

GROWTH = 1.5


def is_due(floor: NoiseFloor | None, passages: int) -> bool:
    """Whether to measure: never yet, or the index has grown by half since."""
    return floor is None or passages > GROWTH * floor.passages


def hash_of(text: str) -> str:
    """What a probe's vectors are cached under."""
    return hashlib.sha256(text.encode()).hexdigest()


def among_probes(
    questions: Sequence[Vector], texts: Sequence[Sequence[Passage]], passages: int
) -> NoiseFloor:
    """The floor a model has by itself: each probe's best cosine on the other probes as texts."""
    cosines = [
        max(
            (float(question @ p.vector) for j, found in enumerate(texts) if j != i for p in found),
            default=0.0,
        )
        for i, question in enumerate(questions)
    ]
    return of_cosines(cosines, passages)


def of_cosines(cosines: Sequence[float], passages: int) -> NoiseFloor:
    """The floor where each probe's best hit has one of these cosines; 0 where there was no probe."""
    if not cosines:
        return NoiseFloor(vector_mean=0.0, vector_p95=0.0, probes=0, passages=passages)
    return NoiseFloor(
        vector_mean=float(np.mean(cosines)),
        vector_p95=float(np.quantile(cosines, 0.95)),
        probes=len(cosines),
        passages=passages,
    )
