"""From files to what is ready to be deposited: finding, grouping, reading and previewing them."""
