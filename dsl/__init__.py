"""Text to meaning: grammar, nodes, linking of expansions, checking, lowering to a typed program."""

if __name__ == "dsl":
    raise ImportError("import `rulewright.dsl`, not `dsl`: the bare name would load everything twice")
