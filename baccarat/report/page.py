"""An executed notebook to one HTML page that needs nothing else."""

import copy
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment
from nbconvert.exporters.templateexporter import TemplateExporter
from nbconvert.filters.highlight import Highlight2HTML
from nbformat import NotebookNode
from traitlets import default

from baccarat.report.assets import TEMPLATE, css, policy, script
from baccarat.report.maths import MathsError, spoken
from baccarat.report.offline import requests_of
from baccarat.report.outputs import Outputs, plain
from baccarat.report.parts import ALERTS, HEADLINE, VERDICTS
from baccarat.report.prose import Outline, PageError, render_prose, text_of
from baccarat.report.provenance import Facts, shorten
from baccarat.report.wording import shown
from baccarat.words.language import language
from baccarat.words.messages import say, translated
from baccarat.words.number import day

HIDDEN = {"parameters", "injected-parameters", "install", "hide", "papermill-error-cell-tag"}
# Settings that a reader wants to know before any other.
_FIRST_ASKED = ("table", "record", "seed")

# nbconvert, mistune and the formula setter make no promise about threads.
_one_at_a_time = threading.Lock()


@dataclass(frozen=True)
class Page:
    """A page and what an index needs to know of it."""

    html: str
    title: str
    sentence: str | None
    verdict: str | None
    alerts: tuple[str, ...] = ()


class PageExporter(TemplateExporter):
    """nbconvert's exporter with the template of this package and nothing from elsewhere."""

    @default("template_name")
    def _default_template_name(self) -> str:
        return TEMPLATE.name

    @default("extra_template_basedirs")
    def _default_basedirs(self) -> list[str]:
        return [str(TEMPLATE.parent)]

    def _create_environment(self) -> Environment:
        environment: Environment = super()._create_environment()  # type: ignore[no-untyped-call]
        environment.globals |= {"say": say, "translated": translated}
        return environment

    @default("file_extension")
    def _default_file_extension(self) -> str:
        return ".html"


def _tags(cell: NotebookNode) -> set[str]:
    return set(cell.metadata.get("tags", []))


def _shorten_texts(output: NotebookNode, root: Path) -> None:
    """Take the machine's paths out of all that an output says in words."""
    if output.output_type == "error":
        output.traceback = [shorten(plain(line), root) for line in output.traceback]
    elif output.output_type == "stream":
        output.text = shorten(plain(output.text), root)
    else:
        for kind in ("text/plain", "text/html", "text/markdown"):
            if isinstance(output.data.get(kind), str):
                output.data[kind] = shorten(output.data[kind], root)


def _place(cell: NotebookNode, number: int) -> str:
    first = (cell.source.strip().splitlines() or ["empty"])[0]
    return f"cell {number} ({first[:60]})"


def _kept(notebook: NotebookNode, kind: str) -> list[dict[str, Any]]:
    """Return what cells put out under a MIME type of ours, in their order."""
    outputs = (output for cell in notebook.cells for output in cell.get("outputs", []))
    return [output.data[kind] for output in outputs if kind in output.get("data", {})]


def _headlines(notebook: NotebookNode) -> list[dict[str, Any]]:
    found = _kept(notebook, HEADLINE)
    return [{**each, "gloss": VERDICTS.get(each.get("verdict") or "")} for each in found]


def _alerts(notebook: NotebookNode) -> tuple[str, ...]:
    """Return the alerts of all cells, each once."""
    every = (text for each in _kept(notebook, ALERTS) for text in each["alerts"])
    return tuple(dict.fromkeys(every))


def _about(facts: Facts) -> list[tuple[str, str]]:
    """Return what stands under the title: table, record, seed and version."""
    settings = {each.name: each.value for each in facts.settings if each.value is not None}
    asked = [(translated(name), shown(settings[name])) for name in _FIRST_ASKED if name in settings]
    version = facts.versions.get("baccarat")
    return asked + ([(say("version"), version)] if version else [])


def _code(source: str) -> str:
    marked = Highlight2HTML()  # type: ignore[no-untyped-call]
    return str(marked(source, language="ipython3"))


class _Writer:
    """Renders the cells of one notebook in their order; they share an outline."""

    def __init__(self, folder: Path, root: Path, strict: bool) -> None:
        self.outline = Outline()
        self.folder = str(folder)
        self.root = root
        self.outputs = Outputs(self.outline, self.folder, strict=strict)

    def cell(self, cell: NotebookNode, number: int) -> None:
        if cell.cell_type == "markdown":
            self._markdown(cell, number)
        elif cell.cell_type == "code":
            cell.html = _code(cell.source) if cell.source.strip() else ""
            for output in cell.outputs:
                _shorten_texts(output, self.root)
                output.html = self.outputs.html(output, _place(cell, number))

    def _markdown(self, cell: NotebookNode, number: int) -> None:
        attachments = cell.get("attachments", {})
        try:
            cell.html = render_prose(cell.source, self.outline, self.folder, attachments)
        except (MathsError, PageError) as error:
            raise PageError(f"{_place(cell, number)}: {error}") from None


def _write(notebook: NotebookNode, writer: _Writer) -> NotebookNode:
    done = copy.deepcopy(notebook)
    kept = [(n, cell) for n, cell in enumerate(done.cells, start=1) if not _tags(cell) & HIDDEN]
    for number, cell in kept:
        writer.cell(cell, number)
    done.cells = [cell for _, cell in kept]
    return done


def _resources(
    notebook: NotebookNode, writer: _Writer, facts: Facts, failure: str | None
) -> dict[str, Any]:
    title = writer.outline.title or facts.name
    return {
        "lang": language(),
        "css": css(),
        "script": script("sorting"),
        "policy": policy("sorting"),
        "title": title,
        "plain_title": text_of(title),
        "contents": writer.outline.contents,
        "headlines": _headlines(notebook),
        "alerts": _alerts(notebook),
        "about": _about(facts),
        "facts": facts,
        "settings": [(each.name, shown(each.value), each.comment) for each in facts.settings],
        "day": day(facts.made),
        "failure": failure,
    }


def _refuse_requests(html: str, name: str) -> None:
    found = requests_of(html)
    if found:
        raise PageError(f"the page of {name} would load {found[0]}; embed it or leave it out")


def _first_headline(resources: Mapping[str, Any]) -> tuple[str | None, str | None]:
    for each in resources["headlines"]:
        return each["sentence"], each.get("verdict")
    return None, None


def render_page(
    notebook: NotebookNode, facts: Facts, *, root: Path, failure: str | None = None
) -> Page:
    """Turn an executed notebook into a page.

    Parameters
    ----------
    notebook
        As papermill leaves it.
    facts
        Name, settings and circumstances of the run.
    root
        The project folder; images are sought in its ``notebooks``, its path never shows.
    failure
        Why the run failed, for a page that is kept apart from the good ones.

    Returns
    -------
    Page
        But for the ``footer`` and ``time`` elements the same for the same notebook, settings and
        version of the package.

    Raises
    ------
    PageError
        For a figure without alternative text, a formula that cannot be set, or anything that a
        browser would have to fetch. A failed run's page is lenient about figures.
    """
    with _one_at_a_time:
        writer = _Writer(root / "notebooks", root, strict=failure is None)
        written = _write(notebook, writer)
        resources = _resources(written, writer, facts, failure)
        exporter = PageExporter()  # type: ignore[no-untyped-call]
        html, _ = exporter.from_notebook_node(written, resources)
    if failure is None:
        _refuse_requests(html, facts.name)
    sentence, verdict = _first_headline(resources)
    return Page(html, spoken(resources["plain_title"]), sentence, verdict, resources["alerts"])
