"""A property that is made when it is first asked for, by whichever thread asks first."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class made_once(Generic[T]):  # noqa: N801 - a decorator
    """As `functools.cached_property`, which from Python 3.12 on lets two threads make two of them.

    One is made at a time, whichever object it is for.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self._making = Lock()
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> made_once[T]: ...

    @overload
    def __get__(self, instance: object, owner: type | None = None) -> T: ...

    def __get__(self, instance: object | None, owner: type | None = None) -> T | made_once[T]:
        if instance is None:
            return self
        values = vars(instance)
        with self._making:
            if self._name not in values:
                values[self._name] = self._make(instance)  # from now on found before this property is asked
        made: T = values[self._name]
        return made

    def if_made(self, instance: object) -> T | None:
        """What was made for `instance`, also by a thread that is just making it; None if nobody asked."""
        with self._making:
            return vars(instance).get(self._name)
