"""Rulebooks: the one reader of their Markdown, and what the terminal and a site make of it."""

from __future__ import annotations

import msgspec
import pytest
from benchmarks.readability import reading_ease
from rich.console import Console

import mischief
from mischief.commands.check import gather
from mischief.commands.rules import leaf, look_up
from mischief.engine.errors import BadRulebook
from mischief.engine.rulebook import cited
from mischief.engine.rulebook_blocks import (
    Clause,
    Example,
    Grid,
    Item,
    Section,
    clauses,
    read_rulebook,
    search,
    text_of,
)
from mischief.engine.rulebook_docs import write_docs
from tests.shelf_of_tests import ALL_GAMES, title

each_game = pytest.mark.parametrize("name", ALL_GAMES, ids=title)

BOOK = """# Last Crumb

Two to four rats.

> **A round.** Ada shows 3.
>
> 1. Bertie shows 3 too.

## 1 A round

- **LC-1.1** A crumb is turned up,
  for all to see (see LC-2.1).
- **LC-1.2** All rats choose; with `crumbs` set to *scarce*:
  - one of each.
- No clause, but an *entry*.

| Paw | Worth |
| --- | --- |
| left | **1** |

## 2 The end

- **LC-2.1** Most crumbs win. <b>Not HTML</b>
"""


def printed(thing: object) -> str:
    console = Console(width=80, color_system=None)
    with console.capture() as screen:
        console.print(thing)
    return screen.get()


def test_chapters_are_sections_that_can_be_linked() -> None:
    assert [(s.title, s.level, s.anchor) for s in read_rulebook(BOOK)] == [
        ("Last Crumb", 1, "last-crumb"),
        ("1 A round", 2, "1-a-round"),
        ("2 The end", 2, "2-the-end"),
    ]


def test_a_clause_has_its_words_its_mentions_and_what_is_set_in_below_it() -> None:
    found = clauses(BOOK)
    assert list(found) == ["LC-1.1", "LC-1.2", "LC-2.1"]
    assert text_of(found["LC-1.1"]) == "A crumb is turned up, for all to see (see LC-2.1)."
    assert [span.clause for span in found["LC-1.1"].spans if span.clause] == ["LC-2.1"]
    assert [(span.text, span.code, span.emphasis) for span in found["LC-1.2"].spans[1:4]] == [
        ("crumbs", True, False),
        (" set to ", False, False),
        ("scarce", False, True),
    ]
    assert [text_of(block) for block in found["LC-1.2"].more] == ["one of each."]


def test_tables_lists_and_examples_are_blocks_of_their_own() -> None:
    title, round_, _end = read_rulebook(BOOK)
    example = title.blocks[1]
    assert isinstance(example, Example)
    assert [text_of(block) for block in example.blocks] == ["A round. Ada shows 3.", "Bertie shows 3 too."]
    assert [type(block) for block in round_.blocks] == [Clause, Clause, Item, Grid]
    assert text_of(round_.blocks[-1]) == "Paw Worth left 1"


def test_html_stays_plain_text() -> None:
    assert text_of(clauses(BOOK)["LC-2.1"]) == "Most crumbs win. <b>Not HTML</b>"


def test_a_search_keeps_what_holds_all_words() -> None:
    found = search(read_rulebook(BOOK), "RATS scarce")
    assert [text_of(block)[:9] for section in found for block in section.blocks] == ["All rats "]
    assert [len(section.blocks) for section in search(read_rulebook(BOOK), "a round")] == [1, 4]


@pytest.mark.parametrize("bad", ["- **LC-1.1** once\n- **LC-1.1** twice\n", "```\ncode\n```\n"])
def test_a_rulebook_that_cannot_be_shown_is_refused(bad: str) -> None:
    with pytest.raises(BadRulebook):
        clauses(bad)


@each_game
def test_sections_survive_the_way_to_the_page_and_to_a_site(name: str) -> None:
    sections = read_rulebook(mischief.game(name).rulebook)
    assert msgspec.json.decode(msgspec.json.encode(sections), type=list[Section]) == sections
    again = read_rulebook(write_docs(sections).replace("<a id=", "").replace("</a>", ""))
    assert [s.title for s in again] == [s.title for s in sections]
    for section in sections:
        assert section.blocks or section.level < 3
    assert len({s.anchor for s in sections}) == len(sections)


@each_game
def test_a_site_links_every_mention_to_an_anchor(name: str) -> None:
    page = write_docs(read_rulebook(mischief.game(name).rulebook))
    assert {part.split('"')[0] for part in page.split('<a id="')[1:]} == set(clauses(mischief.game(name).rulebook))
    assert {part.split(")")[0] for part in page.split("](#")[1:]} <= cited(page)


@each_game
def test_the_terminal_prints_every_word(name: str) -> None:
    game = mischief.game(name)
    page = "".join(printed(leaf(read_rulebook(game.rulebook))).split())
    for clause in clauses(game.rulebook).values():
        assert clause.id in page
    for section in read_rulebook(game.rulebook):
        assert "".join(section.title.split()).lower() in page.lower()


def test_a_clause_is_looked_up_by_its_id_or_by_its_words() -> None:
    game = mischief.game("piratz")
    assert printed(look_up(game, "PZ-4.3")) == printed(look_up(game, " 4.3 "))
    assert printed(look_up(game, "pz-4.3")).startswith("PZ-4.3 ")
    assert "PZ-4.3" in printed(look_up(game, "buried rats"))
    with pytest.raises(BadRulebook, match=r"no clause PZ-44\.1; they run from PZ-1\.1 to"):
        look_up(game, "44.1")
    with pytest.raises(BadRulebook, match="speaks of 'bananas'"):
        look_up(game, "bananas")


# The shape of every rulebook


each_book = pytest.mark.parametrize("name", mischief.BOXES)


@each_book
def test_a_rulebook_has_its_five_parts_and_names_the_designers(name: str) -> None:
    sections = read_rulebook(mischief.game(name).rulebook)
    titles = [s.title for s in sections if s.level < 3]
    chapters = [title for title in titles if title[0].isdigit()]
    assert titles == [
        mischief.rulebook(name).info.title,
        "In short",
        "What is in the box",
        *chapters,
        "House rules",
        "Rulings",
        "Credits",
    ]
    assert [int(title.split()[0]) for title in chapters] == list(range(1, len(chapters) + 1))
    designers = mischief.rulebook(name).info.designers.replace(" and ", ", ").split(", ")
    assert [who for who in designers if who not in text_of(sections[0].blocks[0])] == []
    assert [who for who in designers if who not in " ".join(text_of(b) for b in sections[-1].blocks)] == []


@each_book
def test_lists_count_from_one(name: str) -> None:
    """A line that happens to begin with "1." is read as a list; so is one that begins with a hyphen or a plus."""
    for section in read_rulebook(mischief.game(name).rulebook):
        last = 0
        for block in [b for outer in section.blocks for b in (outer.blocks if isinstance(outer, Example) else [outer])]:
            last = last + 1 if isinstance(block, Item) else 0
            assert not isinstance(block, Item) or block.mark == f"{last}.", text_of(block)


@each_book
def test_in_short_has_a_worked_round_that_a_scenario_plays(name: str) -> None:
    short = read_rulebook(mischief.game(name).rulebook)[1]
    assert any(isinstance(block, Example) for block in short.blocks)
    played = [s for s in gather([name])[0] if s.title.startswith("The worked round of the rulebook")]
    assert played


@each_book
def test_in_short_is_plain_english_of_five_minutes(name: str) -> None:
    short = read_rulebook(mischief.game(name).rulebook)[1]
    assert reading_ease(short) >= 60
    assert len(" ".join(text_of(block) for block in short.blocks).split()) <= 5 * 200


@each_book
def test_every_clause_stands_in_the_chapter_of_its_number(name: str) -> None:
    prefix = mischief.rulebook(name).info.prefix
    own = ""
    for section in read_rulebook(mischief.game(name).rulebook):
        if section.level < 3:
            own = "R" if section.title == "Rulings" else section.title.split()[0]
        ids = [block.id for block in section.blocks if isinstance(block, Clause)]
        assert [id for id in ids if not id.startswith(f"{prefix}-{own}.")] == []


@each_book
def test_the_box_is_shown_in_tables_from_the_card_file(name: str) -> None:
    book = mischief.rulebook(name)
    written = (book.folder / "rulebook.md").read_text(encoding="utf-8")
    made = set(book.parts.contents(book()))
    assert made, "contents.py makes no table"
    assert {table for table in made if f"{{{{{table}}}}}" not in written} == set()


@each_book
def test_every_house_rule_is_in_the_table_with_advice(name: str) -> None:
    sections = {s.title: s for s in read_rulebook(mischief.game(name).rulebook)}
    table = next(block for block in sections["House rules"].blocks if isinstance(block, Grid))
    options = mischief.rulebook(name).option_list
    assert [text_of(row[0]) for row in table.rows] == [o.title for o in options]
    assert [o.name for o in options if not o.advice] == []
    assert [o.name for o in options if o.clause and o.clause not in clauses(mischief.game(name).rulebook)] == []


@pytest.mark.parametrize(
    ("name", "clause", "says", "never"),
    [
        ("high-tea", "HT-10.9", "HT-14.3", "HT-14.4"),
        ("high-tea", "HT-5.4", "asking for 120 may well succeed", ""),
        ("pie-rats", "PR-10.1", "cannot play them in phases 1 and 4", "at any time"),
        ("doctor-rat", "DR-4.10", "never in the order in which the Doctor chose them", ""),
    ],
)
def test_clauses_that_once_misled_are_right(name: str, clause: str, says: str, never: str) -> None:
    words = text_of(clauses(mischief.game(name).rulebook)[clause])
    assert says in words
    assert not never or never not in words


@pytest.mark.parametrize(
    ("name", "rulings"),
    [("piratz", 22), ("high-tea", 43), ("rattus-cartus", 31), ("doctor-rat", 42), ("pie-rats", 36)],
)
def test_every_ruling_is_there(name: str, rulings: int) -> None:
    known = clauses(mischief.game(name).rulebook)
    numbers = [int(clause.split("-R.")[1]) for clause in known if "-R." in clause]
    assert numbers == list(range(1, rulings + 1))


def test_rattus_cartus_says_when_cards_are_shuffled_and_how_many_nuns_there_are() -> None:
    book = mischief.game("rattus-cartus").rulebook
    assert "when a card is to be drawn and none is left" in text_of(clauses(book)["RC-R.20"]).lower()
    assert "24 cards with 4 nuns, 12 each with 3, 2 and 1, and 24 with none" in " ".join(book.split())


def test_the_table_of_cards_tells_the_sword_as_its_clauses_do() -> None:
    """RC-7.1 and RC-7.3: who laid the most gets half the hand of who laid the fewest."""
    short = next(s for s in read_rulebook(mischief.game("rattus-cartus").rulebook) if s.title == "In short")
    rows = [[text_of(cell) for cell in row] for block in short.blocks if isinstance(block, Grid) for row in block.rows]
    assert next(what for card, what in (row for row in rows if len(row) == 2) if card == "Sword").endswith(
        "whoever laid the most Swords in a building gets half the hand of whoever laid the fewest"
    )
