"""The WebAssembly backend: a flow graph becomes one module that plays whole games by itself, in Python, Node or a browser."""
