"""The Models page: what this machine can run, what is installed, what is being installed."""
