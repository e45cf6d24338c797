"""A property that is made when it is first asked for, by whichever thread asks first."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class made_once(Generic[T]):  # noqa: N801 - a decorator
    """As `functools.cached_property`, which from Python 3.12 on lets two threads make two of them."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self._making = Lock()
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: object, owner: type | None = None) -> T:
        values = vars(instance)
        with self._making:
            if self._name not in values:
                values[self._name] = self._make(instance)  # from now on found before this property is asked
        made: T = values[self._name]
        return made


def is_made(instance: object, name: str) -> bool:
    """Whether this property was asked for."""
    return name in vars(instance)
