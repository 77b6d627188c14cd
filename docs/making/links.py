"""Code such as `bc.deal` or `baccarat check` in the text becomes a link to what is said of it."""

import re

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

from making.commands import COMMANDS
from making.names import public_names

LOG = logging.getLogger(__name__)


def target(code: str) -> tuple[str, str, str] | None:
    """Give domain, kind and name of what a piece of code refers to; None for any other."""
    if found := re.match(r"bc\.(\w+)", code):
        return "py", "obj", f"baccarat.{found[1]}"
    if (found := re.match(r"baccarat ([a-z]+)", code)) and found[1] in COMMANDS:
        return "std", "cli", found[1]
    return None


class LinkCode(SphinxTransform):
    """Make links of code in text."""

    default_priority = 400

    def apply(self, **options) -> None:
        """Link each piece of code that is not part of a link or a title."""
        for code in list(self.document.findall(nodes.literal)):
            if isinstance(code.parent, nodes.title | nodes.reference | addnodes.pending_xref):
                continue
            if (found := target(code.astext())) is not None:
                self.link(code, *found)

    def link(self, code: nodes.literal, domain: str, kind: str, name: str) -> None:
        """Wrap a piece of code in a reference, to be resolved once all pages are read."""
        if domain == "py" and name.removeprefix("baccarat.") not in public_names():
            LOG.warning("%s is no public name", code.astext(), location=code)
            return
        link = addnodes.pending_xref(
            "",
            refdomain=domain,
            reftype=kind,
            reftarget=name,
            refexplicit=True,
            refwarn=True,
            refdoc=self.env.docname,
        )
        code.replace_self(link)
        link += code


def setup(app: Sphinx) -> dict:
    """Register with Sphinx."""
    app.add_transform(LinkCode)
    return {"parallel_read_safe": True}
