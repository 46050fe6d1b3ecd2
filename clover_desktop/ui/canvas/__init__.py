"""The live block: cells that fill in inside an answer and melt into its text.

`cells` holds the state of one block, `layout` puts cells into lines, `scene` joins both over time;
these three know no Qt. `paint` draws a scene and `widget` is the piece of the window around it.
"""
