"""Pure but for reading one file: which embedding model a GGUF file is and how it wants to be used."""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path

from openclaw_desktop.errors import ModelUnusableError
from openclaw_desktop.index.gguf import Header, read_header
from openclaw_desktop.index.passages import LONGEST_PASSAGE

MOST_TOKENS = 512
"""The model is given at most so many tokens at once, whatever it could take: llama.cpp is fastest with
batches of this size. Passages are shorter still: see LONGEST_PASSAGE."""

FEWEST_TOKENS = 64

MEAN, LAST, RANK = 1, 3, 4
_POOLING_NAMES = {MEAN: "mean", 2: "cls", LAST: "last"}

_ENCODERS = frozenset(
    {
        *("bert", "modern-bert", "neo-bert", "eurobert", "nomic-bert", "nomic-bert-moe"),
        *("jina-bert-v2", "jina-bert-v3", "t5encoder", "gemma-embedding"),
    }
)
"""llama.cpp architectures that are for embedding; of others only those that state how they pool."""

_SAYS_EMBEDDING = re.compile(r"embed|\be5\b|\bgte\b|\bbge\b", re.IGNORECASE)

_TASK = "Given a web search query, retrieve relevant passages that answer the query"
_REPRESENT = "Represent this sentence for searching relevant passages: "
_PREFIXES = (
    (r"e5.*instruct|gte-?qwen", f"Instruct: {_TASK}\nQuery: ", ""),
    (r"qwen3.*embed", f"Instruct: {_TASK}\nQuery:", ""),
    (r"(?<![a-z0-9])e5(?![a-z0-9])", "query: ", "passage: "),
    (r"embedding-?gemma|gemma-?embedding", "task: search result | query: ", "title: none | text: "),
    (r"nomic", "search_query: ", "search_document: "),
    (r"bge.*zh", "为这个句子生成表示以用于检索相关文章：", ""),
    (r"bge-?m3", "", ""),
    (r"bge|mxbai|arctic-embed(?!.*v2)", _REPRESENT, ""),
    (r"arctic-embed", "query: ", ""),
)
"""What a model was trained to see before questions and before passages, as its makers publish it."""


@dataclass(frozen=True, slots=True)
class ModelFile:
    """What a model file says about itself; `context` is in tokens, `pooling` llama.cpp's number."""

    path: Path
    name: str
    architecture: str
    dimensions: int
    context: int
    pooling: int
    query_prefix: str
    passage_prefix: str

    @property
    def pooling_name(self) -> str:
        """How vectors of tokens become one."""
        return _POOLING_NAMES.get(self.pooling, str(self.pooling))

    def key(self) -> str:
        """What its vectors are cached under; reads the whole file, about a second for a gigabyte."""
        with self.path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        use = f"{self.query_prefix}\0{self.passage_prefix}\0{self.context}\0{LONGEST_PASSAGE}"
        return f"{digest[:24]}-{self.pooling_name}-{hashlib.sha256(use.encode()).hexdigest()[:8]}"


def inspect(path: Path) -> ModelFile:
    """What the file at `path` is.

    ModelMissingError; ModelUnusableError when it is damaged, no embedding model or too large.
    """
    header = read_header(path)
    architecture = _text(header, "general.architecture")
    name = _text(header, "general.name") or path.stem
    if not architecture:
        raise ModelUnusableError(f"The model {path} does not say what it is; download it again.")
    if _number(header, "split.count") > 1:
        raise ModelUnusableError(f"{path} is one part of a model in several files; join them first.")
    _check_memory(path, header.size)
    context = _number(header, f"{architecture}.context_length") or MOST_TOKENS
    if context < FEWEST_TOKENS:
        raise ModelUnusableError(f"The model {path} reads only {context} tokens at a time, which is too few.")
    told = f"{name} {path.stem} {_text(header, 'general.basename')} {_text(header, 'general.finetune')}"
    query_prefix, passage_prefix = _prefixes(told)
    return ModelFile(
        path=path,
        name=name,
        architecture=architecture,
        dimensions=_number(header, f"{architecture}.embedding_length"),
        context=min(context, MOST_TOKENS),
        pooling=_pooling(path, header, architecture, told),
        query_prefix=query_prefix,
        passage_prefix=passage_prefix,
    )


def _pooling(path: Path, header: Header, architecture: str, told: str) -> int:
    pooling = _number(header, f"{architecture}.pooling_type")
    if pooling == RANK:
        raise ModelUnusableError(f"{path} is a re-ranking model; an embedding model is needed.")
    if pooling:
        return pooling
    if architecture in _ENCODERS:
        return MEAN
    if _SAYS_EMBEDDING.search(told):
        return LAST
    raise ModelUnusableError(f"{path} is a language model ({architecture}); an embedding model is needed.")


def _prefixes(told: str) -> tuple[str, str]:
    told = told.lower().replace(" ", "-").replace("_", "-")
    return next(((query, passage) for form, query, passage in _PREFIXES if re.search(form, told)), ("", ""))


def _check_memory(path: Path, size: int) -> None:
    """Refuses a file larger than nine tenths of this machine's memory, where the system tells that."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return
    if size > 0.9 * memory > 0:
        raise ModelUnusableError(
            f"The model {path} needs {size / 1e9:.1f} GB of memory; this computer has {memory / 1e9:.1f} GB."
        )


def _text(header: Header, key: str) -> str:
    value = header.metadata.get(key, "")
    return value if isinstance(value, str) else ""


def _number(header: Header, key: str) -> int:
    value = header.metadata.get(key, 0)
    return value if isinstance(value, int) else 0
