"""The browser's types are those of the server."""

from pathlib import Path

import msgspec
import pytest

from mischief.engine.game import View
from mischief.server.protocol import typescript
from mischief.server.protocol.messages import FromBrowser, Update

REPOSITORY = Path(__file__).parents[2]


def test_the_browsers_types_have_not_drifted() -> None:
    written = typescript.path_in(REPOSITORY).read_text(encoding="utf-8")
    assert written == typescript.write_types(), "run `mischief types` and commit web/src/lib/protocol.ts"


def test_a_field_that_may_be_missing_is_optional_in_the_browser() -> None:
    text = typescript._interface(Update)
    assert "  eyes?: Eyes[];" in text
    assert "  seq: number;" in text
    assert '  type: "update";' in text


def test_a_type_that_the_browser_cannot_have_is_refused() -> None:
    class Odd(View):
        when: bytes

    with pytest.raises(TypeError, match="no type for"):
        typescript._interface(Odd)


def test_misspelt_fields_are_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="tabel"):
        msgspec.json.decode(b'{"type":"unwatch","tabel":"x","table":"y"}', type=FromBrowser)
