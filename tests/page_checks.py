"""What every page must bear in a real browser: each check returns the faults it finds."""

import json
from functools import cache
from importlib import resources

# How a page may be met: on a wide screen, on a phone, in the light and in the dark.
LOOKS = [(1280, "light"), (400, "light"), (1280, "dark"), (400, "dark")]
PAPER = 718
"""Width of an A4 page between margins of 10 mm, in CSS pixels."""

CHECKED = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice")


@cache
def _axe():
    return resources.files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")


def reach(tab, path, width=1280, scheme="light"):
    """Open a page in a given look."""
    tab.size(width)
    tab.media(scheme=scheme)
    tab.open(path)


def quiet_faults(tab):
    """Say what the page asked of a network and what the console had to say."""
    return [f"asked for {url}" for url in tab.requests()] + tab.complaints()


def unfold(tab):
    """Open all that is folded; axe would take what it hides for something that lies in front."""
    tab.ask("document.querySelectorAll('details').forEach(part => { part.open = true })")


def width_faults(tab):
    """Say by how much the page itself, not a part of it, would have to be scrolled sideways."""
    told = []
    for state, change in (("folded", lambda tab: None), ("unfolded", unfold)):
        change(tab)
        wide = tab.ask("document.scrollingElement.scrollWidth - window.innerWidth")
        told += [f"{wide} px wider than the screen when {state}"] if wide > 0 else []
    return told


def axe_faults(tab, kinds=("serious", "critical"), rules=None):
    """Say what axe-core finds against the accessibility guidelines.

    A contrast that it cannot tell counts as a fault, but for single letters and words drawn in
    figures, which `drawn_text_faults` looks at.
    """
    unfold(tab)
    if not tab.ask("typeof axe === 'object'"):
        tab.ask(f"{_axe()}; 0")
    only = {"type": "rule", "values": rules} if rules else {"type": "tag", "values": list(CHECKED)}
    violations, undecided = tab.ask(f"(async () => {{ {_RUN % json.dumps(only)} }})()")
    return [f"{rule}: {nodes[:3]}" for impact, rule, nodes in violations if impact in kinds] + [
        f"contrast unknown: {node}" for node in undecided
    ]


_RUN = """
const found = await axe.run(document, { runOnly: %s });
const start = (node) => node.html.slice(0, 120);
const unknown = found.incomplete.filter((each) => each.id === "color-contrast")
  .flatMap((each) => each.nodes)
  .filter((node) => !/^<(text|tspan)/.test(node.html))
  .filter((node) => !/too short|non-text/.test(node.any[0].message));
return [
  found.violations.map((each) => [each.impact, each.id, each.nodes.map(start)]),
  unknown.map((node) => start(node) + ": " + node.any[0].message),
];
"""

_LUMINANCE = """
const parts = (colour) => (colour.match(/[\\d.]+/g) || []).map(Number);
const light = (colour) => parts(colour).slice(0, 3)
  .map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
  .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
const contrast = (a, b) => {
  const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};
"""


def drawn_text_faults(tab, least=4.5):
    """Say which words of figures stand out too little against the page; axe passes them over.

    Words on a mark of the figure (white on a bead) are left out: what lies beneath is no
    background of theirs that a style could tell.

    References
    ----------
    WCAG 2.2, success criterion 1.4.3, and its definitions of contrast ratio and relative luminance.
    """
    return tab.ask(
        "(() => {"
        + _LUMINANCE
        + f"""
        const paper = getComputedStyle(document.body).backgroundColor;
        return [...document.querySelectorAll("figure svg text")]
          .map((text) => [getComputedStyle(text).fill, text.textContent.trim()])
          .filter(([fill, words]) => words && fill !== "rgb(255, 255, 255)")
          .map(([fill, words]) => [contrast(fill, paper), fill, words])
          .filter(([ratio]) => ratio < {least})
          .map(([ratio, fill, words]) => `${{words}}: ${{fill}} has ${{ratio.toFixed(2)}}`);
        }})()"""
    )


def link_faults(tab):
    """Say which links within the page lead nowhere."""
    return tab.ask(
        "[...document.querySelectorAll('a[href^=\"#\"]')].map(a => a.getAttribute('href'))"
        ".filter(href => !document.getElementById(decodeURIComponent(href.slice(1))))"
    )


def formula_faults(tab):
    """Say which formulas would not be read aloud by their source."""
    heard = [
        node["name"]["value"]
        for node in tab.call("Accessibility.getFullAXTree")["nodes"]
        if node.get("role", {}).get("value") == "image"
    ]
    written = tab.ask("[...document.querySelectorAll('.maths')].map(m => m.ariaLabel)")
    return [f"{source!r} is not heard" for source in written if not source or source not in heard]


def print_faults(tab):
    """Say what paper would cut: too wide for it, too high for it, or split between two pages."""
    tab.size(PAPER)
    tab.media("print")
    faults = tab.ask(
        """(() => {
        const told = [];
        const seen = document.querySelectorAll("figure, figure svg, figure img, table, pre");
        for (const part of seen) {
          const box = part.getBoundingClientRect();
          const name = part.tagName + " " + (part.id || part.textContent.trim().slice(0, 30));
          if (box.right > window.innerWidth + 1) told.push(`${name} is ${box.right} px wide`);
          if (part.closest("figure") && part.tagName !== "FIGURE" && box.height > 980)
            told.push(`${name} is ${box.height} px high`);
          if (part.tagName === "FIGURE" && getComputedStyle(part).breakInside !== "avoid")
            told.push(`${name} may be split`);
        }
        return told;
        })()"""
    )
    tab.media()
    return faults


def pages_printed(tab):
    """Return how many pages a PDF of the page has."""
    return tab.pdf().count(b"/Type /Page\n")
