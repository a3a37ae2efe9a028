"""Parts of the record page: the form of a new match, the menu of acts, the finished match."""
