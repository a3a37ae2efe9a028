"""Parts of the record page: the session, the menu of acts, forms for deals and fouls, the finished match."""
