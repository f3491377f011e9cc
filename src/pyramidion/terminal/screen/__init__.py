"""The full screen, with Textual: `app` is the code, `look.tcss` the look, `help.md` the help."""
