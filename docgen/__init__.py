"""Meaning to paper: outline, wording, pictures, templates and writers."""

if __name__ == "docgen":
    raise ImportError("import `rulewright.docgen`, not `docgen`: the bare name would load everything twice")
