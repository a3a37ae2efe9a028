"""What is worked out of the events of one match before they become rows."""
