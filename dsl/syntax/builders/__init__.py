"""What was read -> nodes, one method per grammar rule, named as the rule is.

Optional parts arrive as None in their fixed place so that each method unpacks by position.
"""

from rulewright.dsl.syntax.builders.changes import Changes
from rulewright.dsl.syntax.builders.expressions import Expressions
from rulewright.dsl.syntax.builders.flow import Flow
from rulewright.dsl.syntax.builders.header import Headers


class Builder(Headers, Flow, Changes, Expressions):
    """Builds the nodes of one chunk of a file."""
