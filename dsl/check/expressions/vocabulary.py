"""The words that expressions know by themselves, and the primitives that definitions are made of."""

from rulewright.dsl import program as p

DIRECTIONS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
WORDS = (
    "players",
    "sides",
    "cells",
    "occupied",
    "compass",
    "axes",
    "yes",
    "none",
    "nobody",
    "everywhere",
    "this",
    "you",
    "box",
    "supply",
    "player",
    "side",
    "active_player",
    "turn_order",
)
PRIMITIVES = {
    "shift": p.Prim.SHIFT,
    "ray": p.Prim.RAY,
    "grow": p.Prim.GROW,
    "groups": p.Prim.GROUPS,
    "neighbours": p.Prim.NEXT_TO,
    "rows": p.Prim.ROWS,
    "columns": p.Prim.COLUMNS,
    "width": p.Prim.WIDTH,
    "height": p.Prim.HEIGHT,
    "parts": p.Prim.PARTS,
    "opposite": p.Prim.OPPOSITE,
    "distinct": p.Prim.DISTINCT,
    "union": p.Prim.UNION,
    "first": p.Prim.FIRST,
    "last": p.Prim.LAST,
    "top": p.Prim.LAST,
    "slot": p.Prim.POSITION,
    "you_can_pay": p.Prim.CAN_PAY,
    "spots": p.Prim.SPOTS,
}
