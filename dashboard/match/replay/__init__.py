"""Parts of the replay page: navigation, automatic replay, the current event, its chain, board differences."""
