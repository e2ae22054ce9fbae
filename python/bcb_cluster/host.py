"""The host's lines, and ours to it."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from typing import Any, Dict, Optional

__all__ = ["Host"]


class Host:
    """JSON lines from and to the host."""

    def __init__(self, incoming: int, outgoing: int) -> None:
        self._outgoing = outgoing
        self._lines: asyncio.Queue[Optional[bytes]] = asyncio.Queue()
        loop = asyncio.get_running_loop()
        # Windows cannot wait for a pipe and a socket at once; a thread can for the pipe.
        reader = threading.Thread(target=self._read, args=(incoming, loop), daemon=True)
        reader.start()

    async def line(self) -> Optional[bytes]:
        """The next line; None once the host has closed its end."""
        return await self._lines.get()

    def send(self, event: Dict[str, Any]) -> None:
        self.send_line(json.dumps(event, separators=(",", ":")))

    def send_line(self, line: str) -> None:
        """Send an event that is JSON already."""
        unsent = memoryview(line.encode("utf-8") + b"\n")
        try:
            while unsent:
                unsent = unsent[os.write(self._outgoing, unsent) :]
        except OSError:
            # The host is gone: its lines end as well.
            return

    def log(self, level: str, message: str) -> None:
        self.send({"type": "log", "level": level, "message": message})

    def _read(self, incoming: int, loop: asyncio.AbstractEventLoop) -> None:
        with os.fdopen(incoming, "rb") as lines:
            for line in lines:
                loop.call_soon_threadsafe(self._lines.put_nowait, line)
        loop.call_soon_threadsafe(self._lines.put_nowait, None)
