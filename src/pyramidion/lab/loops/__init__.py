"""Compiled loops of the lab, in a folder of their own: what is compiled anew when they change is only they."""
