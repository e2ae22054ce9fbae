"""The engine: judges programs (code and its unittest ``TestCases``) in processes of their own.

One process, the engine, reads requests and writes events as JSON lines
(docs/engine-protocol.md). It never runs a program itself: each gets a fresh
process, which reports to the engine over a private pipe. The engine alone
decides on the verdict, the time limit and the end of every process.

How a run passes through the modules:

- ``main`` puts the parts together; ``channel`` talks to the host, ``protocol`` knows its words;
- ``supervisor`` is the loop: it queues requests, starts runs, expires and ends them;
- ``fork`` and ``spawn`` start a process for a run, ``processes`` ends it and its descendants;
- ``isolation`` finds out how well runs can be shut in here; ``cells`` keeps ``namespaces`` ready
  for them, or ``landlock`` does it (``mounts`` and ``linux`` have the system calls);
- ``child`` furnishes that process, ``program`` runs the code and its tests in it, or the
  ``examples`` of its docstring, ``observer`` and ``reporter`` tell the engine what happens,
  ``measurement`` records coverage;
- ``active_run`` gathers the reports and the output (``output``), ``judge`` gives the verdict.
"""
