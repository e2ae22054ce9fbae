"""The engine of a Dask cluster: to the host one engine, behind it one on every worker.

It speaks the engine's protocol (docs/engine-protocol.md) towards the host and hands each
run to Dask, which decides where it is done, and does it again where a worker is lost.

- ``main`` puts the parts together; ``host`` talks to the host;
- ``session`` is the client of the scheduler: it submits runs and follows the engines come and go;
- ``engines`` decides which of the workers' engines give the same verdicts;
- ``scheduler_plugin`` runs in the scheduler and cleans up after the session;
- ``worker_plugin`` runs in each Dask worker and keeps its ``remote_engine``, which runs the
  harness that ``shipment`` has brought there.

The last four and ``engines`` are sent by value, so that neither the scheduler's nor the workers'
machines need this package. None of them ever runs a program, or unpickles what one has made: a
program's verdict is text from its engine up to the host, which validates it.
"""
