"""The answer of a page and its alerts: what may be said in them, and how a notebook shows it."""

from collections.abc import Sequence
from html import escape

from baccarat.report.parts import VERDICTS
from baccarat.words.messages import say, translated
from baccarat.words.number import number as written
from baccarat.words.number import rewritten

Said = str | float
Interval = str | tuple[Said, Said]

_COLOURS = {"deviation": "#b3541e", "consistent with chance": "#0b6b53", "inconclusive": "#6b6f76"}


def _words(value: Said) -> str:
    return rewritten(value) if isinstance(value, str) else written(value, ".6g")


def _interval(interval: Interval | None) -> str | None:
    if interval is None or isinstance(interval, str):
        return interval
    low, high = map(_words, interval)
    return say("{low} to {high}", low=low, high=high)


def _refuse_half_a_figure(
    number: Said | None, interval: Interval | None, label: str | None
) -> None:
    if number is None and (interval is not None or label is not None):
        raise ValueError(
            f"a headline with interval {interval!r} and label {label!r} needs their number too; "
            "give number, or leave all three out"
        )
    if number is not None and not label:
        raise ValueError(
            f"the number {_words(number)} needs a label that says what it is, "
            'such as label="banker\'s share of decided coups"'
        )


def headline(
    sentence: str,
    verdict: str | None = None,
    number: Said | None = None,
    interval: Interval | None = None,
    label: str | None = None,
) -> dict[str, str | None]:
    """Return a headline as a notebook keeps it: texts alone; see `show_headline`.

    Examples
    --------
    >>> headline("Banker wins more.", None, "50.7%", ("50.3", "51.1"), "share")["interval"]
    '50.3 to 51.1'
    """
    if verdict is not None and verdict not in VERDICTS:
        raise ValueError(f"verdict must be one of {', '.join(VERDICTS)} or None, got {verdict!r}")
    _refuse_half_a_figure(number, interval, label)
    told: dict[str, str | None] = {"sentence": sentence, "verdict": verdict}
    if number is not None:
        told |= {"number": _words(number), "interval": _interval(interval), "label": label}
    return told


def headline_text(told: dict[str, str | None]) -> str:
    """Return a headline as plain text.

    Examples
    --------
    >>> headline_text(headline("Banker costs 1.06%.", None, "1.06%", None, "house edge"))
    'Banker costs 1.06%. (1.06%: house edge.)'
    """
    text = str(told["sentence"])
    if told.get("number"):
        between = f" ({told['interval']})" if told["interval"] else ""
        text += f" ({told['number']}{between}: {told['label']}.)"
    verdict = translated(told["verdict"]) if told["verdict"] else ""
    return text + (say(" Verdict: {verdict}.", verdict=verdict) if verdict else "")


def _figure_html(told: dict[str, str | None]) -> str:
    if not told.get("number"):
        return ""
    interval, label = told["interval"], escape(str(told["label"]))
    between = f' <span class="interval">({escape(interval)})</span>' if interval else ""
    return (
        f'<p class="number"><strong style="font-size:1.8em">{escape(str(told["number"]))}</strong>'
        f'{between} <span class="label">{label}</span></p>'
    )


def _verdict_html(verdict: str) -> str:
    gloss = say(": {gloss}", gloss=translated(VERDICTS[verdict]))
    return (
        f'<p class="verdict"><strong>{escape(translated(verdict).capitalize())}</strong>'
        f"<span>{escape(gloss)}</span></p>"
    )


def headline_html(told: dict[str, str | None]) -> str:
    """Return the box that gives the answer first, as a notebook without our style shows it."""
    verdict = told["verdict"]
    colour = _COLOURS.get(verdict or "", "currentColor")
    tail = _verdict_html(verdict) if verdict else ""
    return (
        f'<div class="headline" style="border-left:4px solid {colour};padding-left:1em">'
        f'{_figure_html(told)}<p class="sentence">{escape(str(told["sentence"]))}</p>{tail}</div>'
    )


def alerts(texts: Sequence[str]) -> list[str]:
    """Return alerts as a notebook keeps them: each once, in order; see `show_alerts`.

    Examples
    --------
    >>> alerts(["Few shoes.", "Few shoes."])
    ['Few shoes.']
    """
    if isinstance(texts, str):
        raise ValueError(f"alerts must be a list of sentences, got one text; write [{texts!r}]")
    for text in texts:
        if not isinstance(text, str) or not text.strip():
            raise ValueError(f"each alert must be a sentence, got {text!r}; leave it out or say it")
    return list(dict.fromkeys(text.strip() for text in texts))


def alerts_html(told: Sequence[str]) -> str:
    """Return alerts as a notebook without our style shows them."""
    rows = "".join(f"<li>{escape(text)}</li>" for text in told)
    return f'<div class="alerts"><strong>{escape(say("Beware"))}</strong><ul>{rows}</ul></div>'
