"""The WebAssembly backend: a flow graph becomes one module that plays whole games by itself, in Python, Node or a browser.

`playing.summary(flow, players, games)` plays many games; `load.binary(flow, players)` is the module as a file; `load.available()`
says whether `wasmtime` (extra `fast`) is installed, which all but `module.text` need.
"""
