"""Why it may be: tables, procedures, rulesets and adjudication; knows no statistics and no page."""
