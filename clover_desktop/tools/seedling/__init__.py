"""The demo model Seedling: its corpus, training and evaluation."""
