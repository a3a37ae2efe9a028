"""What every page needs: its context, URL and language, access, the log and the store."""
