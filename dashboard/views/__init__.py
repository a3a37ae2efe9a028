"""The pages, a folder for each menu: the function ``show`` of a module draws its page.

No SQL and no statistics here.
"""
