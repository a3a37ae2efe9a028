"""Parts of the replay page: steps, autoplay, the chain of an event, board differences."""
