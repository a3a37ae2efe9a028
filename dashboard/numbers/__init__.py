"""Parts of the pages about numbers: filters, selection, charts and tables of rates."""
