"""Whom to ask for the vector of a question: a model on this machine, then the endpoint a person named."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Lock

from openclaw_desktop.agent_index import endpoint
from openclaw_desktop.agent_index.configured import AgentSearch
from openclaw_desktop.agent_index.identity import FTS_ONLY
from openclaw_desktop.agent_index.local_model import (
    MODEL_FOLDER,
    LocalModels,
    model_files,
    same_name,
)
from openclaw_desktop.agent_index.question_vector import IndexModel, QuestionVector, nobody_to_ask
from openclaw_desktop.errors import EmbedderError, KeyStoreError
from openclaw_desktop.index.embed import Embedder, Vector
from openclaw_desktop.keys import Keys
from openclaw_desktop.paths import expanded
from openclaw_desktop.settings import AgentSettings

KEPT = 256
"""So many questions' vectors are remembered, so that sliders and repeats ask nobody again."""


class QuestionVectors:
    """An `Ask`. Nothing leaves this machine but to `agent.endpoint` of the settings, and only if no model on
    it gives the index's vectors. Any thread may ask.
    """

    def __init__(
        self,
        settings: Callable[[], AgentSettings],
        *,
        new: Callable[[Path], Embedder],
        keys: Keys,
        bundled: Path,
        bundled_name: str,
        home: Path,
    ) -> None:
        """`new` makes an embedder without prefixes; `bundled` is the model that ships with the program."""
        self._settings = settings
        self._models = LocalModels(new)
        self._keys = keys
        self._bundled = bundled
        self._bundled_name = bundled_name
        self._home = home
        self._kept: OrderedDict[tuple[str, ...], QuestionVector] = OrderedDict()
        self._keeping = Lock()

    def close(self) -> None:
        """Ends the model's process."""
        self._models.close()

    def __call__(self, text: str, model: IndexModel, search: AgentSearch) -> QuestionVector:
        """The vector, or why there is none."""
        if not text.strip():
            return QuestionVector(None)
        if model.name == FTS_ONLY or not (model.dims or model.samples):
            return QuestionVector(None, "the agent's index holds no vectors")
        settings = self._settings()
        key = (text, model.mark, settings.model, settings.endpoint, search["model_path"] or "")
        with self._keeping:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        asked = self._asked(text, model, search, settings)
        if asked.vector is not None:
            with self._keeping:
                self._kept[key] = asked
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
        return asked

    def _asked(
        self, text: str, model: IndexModel, search: AgentSearch, settings: AgentSettings
    ) -> QuestionVector:
        """Asks one after another until one answers."""
        reasons: list[str] = []
        for path, by, unproven in self._files(model, search, settings):
            try:
                vector = self._models.vector(path, text, model, unproven=unproven)
                return QuestionVector(vector, by=by)
            except EmbedderError as error:
                reasons.append(str(error).rstrip("."))
        if settings.endpoint:
            try:
                vector = self._of_endpoint(text, model, settings.endpoint)
                return QuestionVector(vector, by=endpoint.host_of(settings.endpoint))
            except (EmbedderError, KeyStoreError) as error:
                reasons.append(str(error).rstrip("."))
        if not reasons:
            return nobody_to_ask(text, model, search)
        return QuestionVector(None, f"{'; '.join(reasons)}; so meaning does not count")

    def _files(
        self, model: IndexModel, search: AgentSearch, settings: AgentSettings
    ) -> Iterator[tuple[Path, str, bool]]:
        """Model files in question, what to call each, and whether it counts without a proof."""
        if settings.model:
            path = expanded(settings.model)
            yield path, path.name, True
        if model.provider == "local":
            folder: str | None = search["model_folder"]
            folders = [*([expanded(folder)] if folder else []), self._home / MODEL_FOLDER]
            for named in dict.fromkeys(filter(None, (search["model_path"], model.name))):
                for path in model_files(named, folders, self._home):
                    yield path, path.name, True
        if model.name and same_name(model.name, self._bundled_name):
            yield self._bundled, f"the bundled copy of {self._bundled_name}", False

    def _of_endpoint(self, text: str, model: IndexModel, base: str) -> Vector:
        host = endpoint.host_of(base)
        if not model.name:
            raise EmbedderError(f"the index does not name its model, so {host} cannot be asked for it")
        key = self._keys.key_of(base)
        try:
            vector = endpoint.embedded(base, model.name, text, key)
        except EmbedderError as error:
            if key is None and (problem := self._keys.problem):
                raise EmbedderError(f"{error} ({problem})") from error
            raise
        if model.dims and len(vector) != model.dims:
            raise EmbedderError(
                f"{host} gives vectors of {len(vector):,} numbers, and the index has {model.dims:,}"
            )
        return vector
