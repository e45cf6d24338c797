"""What the agent's tools take, and the words in which a model reads about it."""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.json_schema import GenerateJsonSchema


def _unpacked(value: Any) -> Any:
    """Some models send a list as the text of its JSON."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


class Schema(GenerateJsonSchema):
    """Without titles: a model reads every word of it in every session."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002
        """See pydantic."""
        return False


class Arguments(BaseModel):
    """What a tool takes."""

    model_config = ConfigDict(populate_by_name=True)

    @classmethod
    def schema_for_models(cls) -> dict[str, Any]:
        """What a model reads about them."""
        schema = cls.model_json_schema(schema_generator=Schema)
        return {key: value for key, value in schema.items() if key not in ("title", "description")}


class Search(Arguments):
    """Of memory_search; names as OpenClaw's."""

    query: Annotated[str, Field(description="What to look for: a question or words, in any language.")]
    max_results: Annotated[int | None, Field(alias="maxResults", description="At most 50; default 6.")] = None
    min_score: Annotated[float | None, Field(alias="minScore", description="0 to 1; default 0.35.")] = None
    corpus: Annotated[
        str | None,
        Field(description='"memory" (default), or "all": also other Markdown files of the workspace.'),
    ] = None


class Get(Arguments):
    """Of memory_get; names as OpenClaw's."""

    path: Annotated[str, Field(description="As memory_search returns it, e.g. memory/2026-03-01.md.")]
    start: Annotated[int | None, Field(alias="from", description="First line, from 1; default 1.")] = None
    lines: Annotated[int | None, Field(description="How many lines; default 120.")] = None


class OneEdit(BaseModel):
    """One replacement."""

    old: Annotated[str, Field(description="Text that occurs exactly once in the file.")]
    new: Annotated[str, Field(description="What takes its place.")]


class Change(Arguments):
    """Of propose_change."""

    path: Annotated[str, Field(description="A .md file of the workspace, e.g. MEMORY.md; it may be new.")]
    new_text: Annotated[str | None, Field(description="The whole file as it shall be.")] = None
    edits: Annotated[
        list[OneEdit] | None,
        BeforeValidator(_unpacked),
        Field(description="Replacements, applied in order. Prefer them to new_text for an existing file."),
    ] = None
    append: Annotated[str | None, Field(description="Text added at the file's end.")] = None
    reason: Annotated[str, Field(description="One sentence for the person: why.")] = ""


class Number(Arguments):
    """Of proposal_status."""

    id: Annotated[str | int, Field(description="The id propose_change returned.")]
    wait_seconds: Annotated[
        float,
        Field(
            description="Wait so long for a decision, at most 600. Default 0. Many clients give up after 60."
        ),
    ] = 0.0


class Nothing(Arguments):
    """Of context_budget."""
