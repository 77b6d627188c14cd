"""How Sphinx builds the documentation: `make docs`, then open docs/_build/index.html."""

import sys
from importlib.metadata import version as installed
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

project = "baccarat-lab"
release = version = installed("baccarat-lab")
html_title = project

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "making.access",
    "making.catalogue",
    "making.commands",
    "making.formulas",
    "making.glossary",
    "making.links",
    "making.reference",
    "making.signatures",
]
exclude_patterns = ["_build", "making", "images"]
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
smartquotes = False

# Everything stands on the page itself: no font, script or formula is asked of a network.
html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["docs.css"]
html_math_renderer = "drawn"
html_show_copyright = False
html_show_sphinx = False
html_show_sourcelink = False
html_copy_source = False

# The docstrings say of which type a parameter is, and in which order things are best read.
autodoc_typehints = "none"
autodoc_preserve_defaults = True
autodoc_member_order = "bysource"
autodoc_inherit_docstrings = False
default_role = "py:obj"
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False
napoleon_preprocess_types = False
add_module_names = False
toc_object_entries_show_parents = "hide"


def setup(app):
    """Let a crontab be shown as it stands: Pygments has no colours for one."""
    from pygments.lexers.special import TextLexer

    app.add_lexer("cron", TextLexer)
