"""The operations of the network, one package each, installed as `clover_kernels`.

Each operation has a plain reference in `naive.py`, which is its definition, and may have a fused
GPU form in `fused.py`, the only file that imports Triton. Nothing here knows of the application.
"""
