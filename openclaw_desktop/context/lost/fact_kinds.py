"""Pure: the kinds of values a person would want back."""

from __future__ import annotations

from enum import StrEnum


class FactKind(StrEnum):
    """What kind of value a fact is."""

    EMAIL = "e-mail"
    URL = "link"
    PHONE = "phone"
    MONEY = "money"
    DATE = "date"
    TIME = "time"
    PORT = "port"
    ADDRESS = "address"
    PATH = "path"
    VERSION = "version"
    IDENTIFIER = "identifier"
    QUOTED = "quoted"
    CODE = "code"
    MEASURE = "measure"
    NUMBER = "number"
    NAME = "name"
    REQUEST = "request"
