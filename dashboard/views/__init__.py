"""The pages: each module has a function ``show`` that draws one of them. No SQL and no statistics here.

The folder must not be called ``pages``: beside ``app.py`` Streamlit would take that for pages of its own
kind and run the modules as scripts, around the language and the errors that ``app`` takes care of.
"""
