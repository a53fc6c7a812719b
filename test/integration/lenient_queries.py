"""What Schemathesis does not ask for: that queries are refused. They are read leniently, and what a parameter cannot be counts as absent."""

import schemathesis


@schemathesis.hook
def filter_case(context, case):
    query = case.meta.components.get("query") if case.meta else None
    return query is None or query.mode.value != "negative"
