"""A view with controls: sliders where ipywidgets is installed, and the same without."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from importlib import import_module
from typing import Any, Final

from IPython.display import HTML, display

from baccarat.explore.controls import Choice, Control, checked, controls_of
from baccarat.explore.view import View
from baccarat.game.showing import block_html
from baccarat.plots import show

HOW: Final = (
    "Sliders need ipywidgets: pip install 'ipywidgets>=8', then run this again. What is shown is "
    "the same; settings are given in the code."
)


def panel(view_of: Callable[..., View], *, widgets: bool = True, **settings: Any) -> None:
    """Show a view, with a control for each of its settings.

    Parameters
    ----------
    view_of : callable
        `odds_of`, `streaks_of`, `outcomes_of`, `risk_of`, or a function of one's own whose
        settings are among `SETTINGS`.
    widgets : bool
        Whether to show controls. They need ipywidgets; where it is missing, and in a page that
        nobody can move anything on, the view is shown as the settings say.
    **settings
        Where the controls stand at first; default, where the view's own do.

    Raises
    ------
    ValueError
        If there is no such setting, or its value is out of bounds.

    Examples
    --------
    >>> from baccarat import explore
    >>> panel(explore.odds_of, decks=13)
    Traceback (most recent call last):
    ...
    ValueError: decks must be a whole number from 1 to 12, got 13
    """
    values = checked(view_of, settings)
    if not widgets:
        _show(view_of(**values))
        return
    try:
        toolkit: Any = import_module("ipywidgets")
    except ImportError:
        print(HOW)
        _show(view_of(**values))
        return
    display(with_controls(view_of, values, toolkit))  # type: ignore[no-untyped-call]


def _show(view: View) -> None:
    """Show a view for good, as a report does."""
    display(HTML(f"<p>{escape(view.sentence)}</p>"))  # type: ignore[no-untyped-call]
    show(view.figure, alt=view.alt, name=f"explore-{view.name}")
    display(HTML(view.table_html()))  # type: ignore[no-untyped-call]


def with_controls(view_of: Callable[..., View], settings: dict[str, Any], toolkit: Any) -> Any:
    """Give a widget: controls, and below them the view, drawn anew when one of them moves.

    A slider tells its value when it is let go, so that the view is drawn once a move.

    Parameters
    ----------
    view_of : callable
    settings : dict of str to object
        All settings of the view.
    toolkit : module
        ipywidgets.

    Returns
    -------
    ipywidgets.VBox
    """
    controls = {
        name: _widget(control, settings[name], toolkit)
        for name, control in controls_of(view_of).items()
    }
    drawn = toolkit.HTML()

    def redraw(_: Any = None) -> None:
        values = {name: control.value for name, control in controls.items()}
        try:
            drawn.value = view_of(**values)._repr_html_()
        except ValueError as error:  # a setting that this table can't have
            drawn.value = block_html("Not possible", str(error))

    for control in controls.values():
        control.observe(redraw, names="value")
    redraw()
    box = toolkit.Layout(display="flex", flex_flow="row wrap")
    return toolkit.VBox([toolkit.Box([*controls.values()], layout=box), drawn])


def _widget(control: Control, value: Any, toolkit: Any) -> Any:
    if isinstance(control, Choice):
        return toolkit.Dropdown(
            options=list(control.catalogue), value=value, description=control.name
        )
    if control.high > 10_000:
        return toolkit.BoundedIntText(
            min=control.low, max=control.high, value=value, description=control.name
        )
    return toolkit.IntSlider(
        min=control.low, max=control.high, step=control.step, value=value,
        description=control.name, continuous_update=False,
    )  # fmt: skip
