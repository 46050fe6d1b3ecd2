"""Getting a model onto this machine: hub, transfer, journal, installation, what is installed."""
