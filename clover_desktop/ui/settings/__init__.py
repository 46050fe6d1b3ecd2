"""What a person can set, as values, and the panel that shows them."""
