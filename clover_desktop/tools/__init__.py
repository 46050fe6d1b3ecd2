"""Scripts of the project: training, evaluation, benchmarks, pictures. Imported by nothing."""
