"""Parts of the audit page: findings, ruling sheet, checks of clock, deals and editions."""
