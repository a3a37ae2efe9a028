"""What an entry of the log is: kinds of event, the changes they make, their canonical bytes."""
