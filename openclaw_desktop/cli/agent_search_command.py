"""`openclaw-desktop agent-search`: a question to an agent's own index, answered as its tool does."""

from __future__ import annotations

import argparse
import json
from datetime import UTC, datetime
from typing import Any

from openclaw_desktop.agent_index.database import AgentDatabase
from openclaw_desktop.agent_index.question_vector import QuestionVector
from openclaw_desktop.cli.search_command import moment, print_answer
from openclaw_desktop.engine import Engine
from openclaw_desktop.index.where import Where
from openclaw_desktop.search import explain
from openclaw_desktop.search.ranking import Answer, Hit

CORPORA: dict[str | None, Where | None] = {
    None: None,
    "memory": Where(sources=frozenset({"memory"})),
    "sessions": Where(sources=frozenset({"sessions"})),
    "all": Where(),
}


def run(options: argparse.Namespace, engine: Engine) -> int:
    """Asks, and prints what the agent would be shown."""
    question = engine.agent.question(
        options.query,
        now=moment(options.now) if options.now else datetime.now(UTC),
        limit=options.max_results,
        min_score=options.min_score,
        where=CORPORA[options.corpus],
    )
    answer = engine.agent.search(question)
    asked = engine.agent.asked(options.query, engine.agent.configured())
    with engine.agent.opened() as index:
        if options.json:
            print(json.dumps(as_json(answer, index, asked), ensure_ascii=False))
            return 0
        model = f"{index.model}, asked of {asked.by}" if asked.by else f"keywords only: {asked.why_not}"
        print(f"{engine.agent.name()} · OpenClaw {index.form.version} · {model}")
    print_answer(answer, explained=options.explain)
    return 0


def as_json(answer: Answer, index: AgentDatabase, asked: QuestionVector) -> dict[str, Any]:
    """The rows of OpenClaw's own answer, each with the steps of its score, and what it does not say."""
    return {
        "query": answer.question.text,
        "era": index.form.version,
        "model": index.model or None,
        "askedOf": asked.by or None,
        "keywordsOnly": answer.keywords_only,
        "results": [row(hit, index) | _steps(hit) for hit in answer.hits],
        "below": [
            {**row(each.hit, index), "reason": each.reason, "kind": each.kind} | _steps(each.hit)
            for each in answer.below
        ],
        "nothing": answer.nothing_relevant,
    }


def row(hit: Hit, index: AgentDatabase) -> dict[str, Any]:
    """A result as the tool of the index's version gives it."""
    found = hit.candidate
    told: dict[str, Any] = {
        "path": found.path,
        "startLine": found.start_line,
        "endLine": found.end_line,
        "score": hit.score,
        "snippet": found.snippet,
        "source": found.source,
    }
    return told if index.form.version == "2026.2" else told | _newer(hit, index)


def _newer(hit: Hit, index: AgentDatabase) -> dict[str, Any]:
    """What 2026.9 adds."""
    found = hit.candidate
    origin = index.provenance(found.chunk_id)
    told: dict[str, Any] = {
        "vectorScore": found.cosine or 0.0,
        "textScore": found.text_score,
        "importance": found.importance,
        "triggers": found.triggers,
        "projectKey": found.project,
        "provenance": origin
        and {
            "originClass": origin.origin,
            "sessionKind": origin.session_kind,
            "observedAt": origin.observed_at,
        },
    }
    return {key: value for key, value in told.items() if value is not None}


def _steps(hit: Hit) -> dict[str, Any]:
    return {"steps": explain.result(hit)["steps"]}
