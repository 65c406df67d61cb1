"""Friends get in: a table as `make play` makes it, opened by its owner's switch, joined from another address by what
stands in the QR code."""

from __future__ import annotations

import io
import json
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from .axe import serious
from .stage import Server, open_a_table, painted

Opener = Callable[..., Page]
OTHER = "127.0.0.2"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """`mischief`, as it runs at somebody's home; the address that it opens in their browser."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = ["--no-browser", "--port", str(port), "--lan-address", OTHER]
    words += ["--database", str(tmp_path_factory.mktemp("home") / "home.db")]
    server = subprocess.Popen([sys.executable, "-m", "mischief", *words], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        said = ""
        while "Games are kept" not in said:
            line = server.stdout.readline()
            assert line, f"The server did not come up: {said}"
            said += line
        found = re.search(r"http://\S+#owner=\S+", said)
        assert found, said
        yield found.group()
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(20)


def read_code(page: Page) -> str:
    """What a phone reads off the screen."""
    with painted(page):
        picture = Image.open(io.BytesIO(page.locator("[data-testid=qr]").screenshot()))
    found = zxingcpp.read_barcodes(picture)
    assert len(found) == 1
    return str(found[0].text)


def test_a_table_of_make_play_is_joined_from_another_address(home: str, open_page: Opener) -> None:
    ada, ben = open_page(), open_page(width=390, height=844, forgives="WebSocket|ERR_|Failed to load")
    origin = home.partition("/#")[0]
    ada.goto(home)
    ada.wait_for_selector("[data-testid=box-piratz]")
    assert "owner" not in ada.url, "the key does not stay in the address"
    at_home = Server(Path(), port=int(origin.rpartition(":")[2]))
    link = open_a_table(ada, at_home, "piratz")
    works, switch = ada.locator("[data-testid=works]").first, ada.locator("[data-testid=lan]")
    expect(works).to_have_text("The link works on this computer only.")
    assert read_code(ada) == link
    assert link.startswith(origin)

    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    expect(works).to_contain_text("in the same network")
    read = read_code(ada)
    assert read == ada.input_value("[data-testid=link]") == link.replace("127.0.0.1", OTHER)

    ben.goto(read)
    invitation = ben.locator("[data-testid=invitation]")
    expect(invitation).to_contain_text("Ada invites you to Piratz")
    expect(invitation.get_by_role("button")).to_have_count(1)
    expect(ben.locator("[data-testid=lan]")).to_have_count(0)
    ben.fill("[data-testid=my-name]", "Ben")
    ben.click("[data-testid=sit]")
    expect(ada.locator(".name", has_text="Ben")).to_be_visible()
    expect(ben.locator("[data-testid=works]")).to_contain_text("in the same network")
    expect(ben.locator("[data-testid=lan]")).to_have_count(0)
    refused = ben.evaluate(
        """(key) => fetch('/api/reach', { method: 'POST', headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ key, open: false }) }).then((answer) => answer.status)""",
        json.loads(ben.evaluate("localStorage.getItem('mischief:keys')"))[0]["token"],
    )
    assert refused == 403, "a seat at the table is no key to the house"

    ada.click("[data-testid=start]")
    ada.wait_for_selector("[data-seat]")
    ben.wait_for_selector("[data-seat]")

    ada.click("[data-testid=menu]")
    expect(switch).to_have_attribute("aria-checked", "true")
    switch.click()
    expect(works).to_have_text("The link works on this computer only.")
    expect(ben.locator("[role=alert]")).to_contain_text("Connection lost")
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(read, timeout=5)


def test_only_the_browser_that_was_opened_has_the_switch(home: str, open_page: Opener) -> None:
    page = open_page()
    origin = home.partition("/#")[0]
    open_a_table(page, Server(Path(), port=int(origin.rpartition(":")[2])), "piratz")
    expect(page.locator("[data-testid=works]")).to_have_text("The link works on this computer only.")
    expect(page.locator("[data-testid=lan]")).to_have_count(0)
    page.goto(f"{origin}/#owner={'A' * 32}")  # a key that somebody made up
    open_a_table(page, Server(Path(), port=int(origin.rpartition(":")[2])), "piratz")
    expect(page.locator("[data-testid=works]")).to_have_text("The link works on this computer only.")
    expect(page.locator("[data-testid=lan]")).to_have_count(0)


def test_the_invitation_passes_axe(server: Server, open_page: Opener) -> None:
    host, guest = open_page(), open_page(bypass_csp=True, width=390, height=844)
    guest.goto(open_a_table(host, server, "pie-rats"))
    guest.wait_for_selector("[data-testid=invitation]")
    assert serious(guest) == []
