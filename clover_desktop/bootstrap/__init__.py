"""What `run.py` does before the app can start, by the standard library alone.

`environment` makes and keeps the virtual environment, `packages` fills it, `system` looks after
shared libraries and fonts, `errors` puts what goes wrong into sentences. Runs under the person's
own Python, with none of our packages at hand; nothing in the app imports it.
"""
