"""Scripts of the project: training, evaluation, benchmarks, pictures. Imported by nothing."""

import warnings

# The app does without NumPy, and torch warns of that at its first import.
warnings.filterwarnings("ignore", message="Failed to initialize NumPy")
