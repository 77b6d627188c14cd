"""Controls by name and size."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from baccarat.history.controls.outcomes import OutcomeControl

SIZES: Final = {
    "bias": "shift",
    "sticky": "shift",
    "momentum": "shift",
    "shoe bias": "shift",
    "hidden regimes": "shift",
    "drift": "shift",
    "human": "alternate",
}
"""Controls that one number makes stronger or weaker, and the number."""


def sized_control(name: str, size: float | None = None) -> OutcomeControl:
    """Give a control of outcomes by its name, at a strength.

    Parameters
    ----------
    name : str
        Among `SIZES`, or "chance".
    size : float, optional
        Its strength, a chance: "human" takes how often sides alternate, the others a shift.
        Default: that of `baccarat.CONTROLS`.

    Returns
    -------
    OutcomeControl

    Raises
    ------
    ValueError
        If there is no such control, or no such size of it.

    Examples
    --------
    >>> sized_control("momentum", 0.05)
    Momentum(length=3, shift=0.05)
    >>> sized_control("sticky")
    Sticky(shift=0.03)
    """
    from baccarat.game.catalogue import Catalogue
    from baccarat.history.controls import CONTROLS

    names = ("chance", *SIZES)
    control: Any = Catalogue("control with a size", {each: CONTROLS[each] for each in names})[name]
    if size is None:
        return control  # type: ignore[no-any-return]
    if name not in SIZES:
        raise ValueError(f"chance has no size, got {size!r}; leave it out")
    return dataclasses.replace(control, **{SIZES[name]: size})  # type: ignore[no-any-return]
