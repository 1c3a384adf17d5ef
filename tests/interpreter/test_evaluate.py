"""Values of expressions outside play."""

import rulewright as rw
from rulewright.dsl import program as p
from rulewright.interpreter.evaluate import evaluate


def test_definitions_in_a_position() -> None:
    state = rw.load("othello").new(seed=1)
    generated = state.machine.generated
    moves = next(f for f in generated.program.functions.values() if f.words.name == "moves")
    assert moves.body is not None
    size = generated.layout.size
    for player, count in ((0, 4), (1, 4)):
        found = evaluate(generated, state.slots, moves.body, player, {moves.params[0].id: player})
        assert found.bit_count() == count
    assert generated.layout.size == size


def test_what_the_machine_keeps_is_worked_out_afresh() -> None:
    state = rw.load("kingdom-builder").new(2, seed=4)
    state = state.apply("settle")
    state = state.apply(state.legal()[0])
    decision = state.pending[0].node
    assert isinstance(decision, p.Choose)
    wish, part = decision.possible[0], decision.parts[0]
    for option in state.legal():
        assert evaluate(state.machine.generated, state.slots, wish, 0, {part.var.id: option.value})
