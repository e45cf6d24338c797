"""The questions one can put to an index."""

from openclaw_desktop.search.candidates import Candidates
from openclaw_desktop.search.gathering import gather
from openclaw_desktop.search.question import Question
from openclaw_desktop.search.why_not import WhyNot, why_not

__all__ = ["Candidates", "Question", "WhyNot", "gather", "why_not"]
