"""Chooses between the compiled modules and the plain Python that they were made from."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType


class SourceOnly:
    """Finds Mischief's modules as plain Python, passing over compiled ones that lie beside them."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith("mischief.") or path is None:
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, [".py"])).find_spec(name)
            if spec is not None and spec.loader is not None:
                return spec
        return None


def prefer_source() -> None:
    """From here on, import Mischief's modules as plain Python."""
    sys.meta_path.insert(0, SourceOnly)


def is_compiled(cls: type) -> bool:
    """Whether a class comes from a compiled module."""
    file = getattr(sys.modules[cls.__module__], "__file__", None) or ""
    return not file.endswith(".py")
