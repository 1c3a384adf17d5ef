"""Program to play: state, machine, chance, views, records, bots and the pytest plugin."""

if __name__ == "interpreter":
    raise ImportError("import `rulewright.interpreter`, not `interpreter`: the bare name would load everything twice")
