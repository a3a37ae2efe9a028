"""The rules kernel: table and fold, asks and procedures, legality, amounts, rulesets as values."""
