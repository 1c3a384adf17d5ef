"""The shipped games: text and tables only. A package so that they install; no code imports it."""

if __name__ == "rulesets":
    raise ImportError("import `rulewright.rulesets`, not `rulesets`: the bare name would load everything twice")
