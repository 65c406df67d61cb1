"""What the site has besides docs/*.md: the five rulebooks, the notebooks as they ran, the mark; and links out of docs/.

mkdocs calls the functions here by their names (mkdocs.yml).
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

sys.path.insert(0, str(Path(__file__).parent))

import notebooks

import mischief
from mischief.engine.rulebook_blocks import read_rulebook
from mischief.engine.rulebook_docs import write_docs

ROOT = Path(__file__).parents[2]
HOME = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Homepage"]
OUTWARD = re.compile(r"\]\(((?:\.\./)+)([^)#]+)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for name in mischief.BOXES:
        book = write_docs(read_rulebook(mischief.game(name).rulebook))
        files.append(File.generated(config, f"rulebooks/{name}.md", content=book))
    for source in notebooks.sources():
        page, pictures = notebooks.page(notebooks.ran(source))
        files.append(File.generated(config, f"notebooks/{source.stem}.md", content=page))
        for picture, content in pictures.items():
            files.append(File.generated(config, f"notebooks/{picture}", content=content))
    mark = ROOT / "web/public/favicon.svg"
    files.append(File.generated(config, "pictures/mark.svg", abs_src_path=str(mark)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links to files that are no pages, such as ../SECURITY.md, lead to where the source is."""
    room = (ROOT / "docs" / page.file.src_uri).parent

    def outward(link: re.Match[str]) -> str:
        aim = (room / (link[1] + link[2])).resolve()
        if aim.is_relative_to(ROOT / "docs") or not aim.exists():
            return link[0]
        return f"]({HOME}/blob/main/{aim.relative_to(ROOT).as_posix()}"

    return OUTWARD.sub(outward, markdown)
