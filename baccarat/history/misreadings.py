"""Ways in which programs misread the drawing rules: each a drawing rule, to compare with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from baccarat.game.coup import BANKER_DRAWS_ON, DrawingRule, Hand, hand_total


def by_final_total(values: Sequence[int]) -> tuple[Hand, Hand]:
    """Play a coup in which banker goes by player's final total, not by player's third card.

    Examples
    --------
    >>> by_final_total([2, 4, 3, 0, 1, 9])
    ((2, 3, 1), (4, 0, 9))
    """
    return _finish(
        values, _player, lambda p, b, third: _no_natural(p, b) and _draws(b, _added(p, third))
    )


def by_two_card_total(values: Sequence[int]) -> tuple[Hand, Hand]:
    """Play a coup in which banker looks player's two-card total up as if it were a third card.

    Examples
    --------
    >>> by_two_card_total([2, 4, 3, 0, 1, 9])
    ((2, 3, 1), (4, 0, 9))
    """
    return _finish(values, _player, lambda p, b, third: _no_natural(p, b) and _draws(b, p))


def by_final_total_of_a_draw(values: Sequence[int]) -> tuple[Hand, Hand]:
    """Play a coup in which banker goes by the final total of a player who drew.

    Examples
    --------
    >>> by_final_total_of_a_draw([6, 5, 0, 0, 3, 9])
    ((6, 0), (5, 0, 3))
    """
    return _finish(
        values,
        _player,
        lambda p, b, third: (
            _no_natural(p, b) and _draws(b, None if third is None else _added(p, third))
        ),
    )


def player_against_a_natural(values: Sequence[int]) -> tuple[Hand, Hand]:
    """Play a coup in which player draws although banker has a natural.

    Examples
    --------
    >>> player_against_a_natural([2, 4, 3, 4, 1, 9])
    ((2, 3, 1), (4, 4))
    """
    return _finish(values, _player_alone, _banker)


def standing_with_player(values: Sequence[int]) -> tuple[Hand, Hand]:
    """Play a coup in which banker stands on three to five where player stood.

    Examples
    --------
    >>> standing_with_player([6, 5, 0, 0, 3, 9])
    ((6, 0), (5, 0))
    """
    return _finish(
        values,
        _player,
        lambda p, b, third: _banker(p, b, third) and not (third is None and b in (3, 4, 5)),
    )


def six_against_a_stand(values: Sequence[int]) -> tuple[Hand, Hand]:
    """Play a coup in which banker draws on six where player stood.

    Examples
    --------
    >>> six_against_a_stand([6, 6, 0, 0, 3, 9])
    ((6, 0), (6, 0, 3))
    """
    return _finish(
        values,
        _player,
        lambda p, b, third: _banker(p, b, third) or (_no_natural(p, b) and third is None and b < 7),
    )


def banker_against_a_natural(values: Sequence[int]) -> tuple[Hand, Hand]:
    """Play a coup in which banker draws although player has a natural.

    Examples
    --------
    >>> banker_against_a_natural([8, 5, 0, 0, 3, 9])
    ((8, 0), (5, 0, 3))
    """
    return _finish(values, _player, lambda p, b, third: b < 8 and _draws(b, third))


def no_naturals(values: Sequence[int]) -> tuple[Hand, Hand]:
    """Play a coup in which neither side heeds the other's natural.

    Examples
    --------
    >>> no_naturals([2, 8, 3, 0, 1, 9])
    ((2, 3, 1), (8, 0))
    """
    return _finish(values, _player_alone, lambda p, b, third: b < 8 and _draws(b, third))


def banker_like_player(values: Sequence[int]) -> tuple[Hand, Hand]:
    """Play a coup in which banker draws on five or less, like player.

    Examples
    --------
    >>> banker_like_player([2, 5, 3, 0, 1, 9])
    ((2, 3, 1), (5, 0, 9))
    """
    return _finish(values, _player, lambda p, b, third: _no_natural(p, b) and b <= 5)


MISREADINGS: Final[Mapping[str, DrawingRule]] = MappingProxyType(
    {
        "banker goes by the final total of player": by_final_total,
        "banker goes by the two-card total of player": by_two_card_total,
        "banker goes by the final total of a player who drew": by_final_total_of_a_draw,
        "player draws against a natural of banker": player_against_a_natural,
        "banker three to five stands when player stood": standing_with_player,
        "banker six draws when player stood": six_against_a_stand,
        "banker draws against a natural of player": banker_against_a_natural,
        "nobody heeds naturals": no_naturals,
        "banker draws on five or less like player": banker_like_player,
    }
)
"""The misreadings met in programs, by what they do."""


def _finish(
    values: Sequence[int],
    player_draws: Callable[[int, int], bool],
    banker_draws: Callable[[int, int, int | None], bool],
) -> tuple[Hand, Hand]:
    """Play a coup by two decisions on the two-card totals and player's third card, if any."""
    player: Hand = (values[0], values[2])
    banker: Hand = (values[1], values[3])
    p, b, rest = hand_total(player), hand_total(banker), list(values[4:])
    third = rest.pop(0) if player_draws(p, b) else None
    if third is not None:
        player = (*player, third)
    return player, (*banker, rest[0]) if banker_draws(p, b, third) else banker


def _no_natural(p: int, b: int) -> bool:
    return p < 8 and b < 8


def _draws(b: int, third: int | None) -> bool:
    """Look banker's total up in the printed table; none is player standing."""
    return b <= 5 if third is None else b < 8 and third in BANKER_DRAWS_ON[b]


def _added(p: int, third: int | None) -> int:
    return (p + (third or 0)) % 10


def _player_alone(p: int, b: int) -> bool:
    return p <= 5


def _player(p: int, b: int) -> bool:
    return p <= 5 and b < 8


def _banker(p: int, b: int, third: int | None) -> bool:
    return _no_natural(p, b) and _draws(b, third)
