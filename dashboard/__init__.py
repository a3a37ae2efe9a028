"""The pages that show matches and numbers; computes no rule and no statistic of its own."""
