"""The network: config, layers, state, weights. Imports torch and clover_kernels, never Qt."""
