"""Lines put together from the pieces in which they arrive."""

from __future__ import annotations

from typing import List

__all__ = ["LineBuffer"]


class LineBuffer:
    """Keeps the beginning of a line until its end has arrived."""

    def __init__(self) -> None:
        self._pieces: List[bytes] = []
        self.size = 0
        """The bytes kept."""

    def feed(self, piece: bytes) -> List[bytes]:
        """The lines that ``piece`` completes, without their ends."""
        first, *others = piece.split(b"\n")
        self._keep(first)
        lines: List[bytes] = []
        for other in others:
            lines.append(self.take())
            self._keep(other)
        return lines

    def take(self) -> bytes:
        """What is kept, which is kept no longer."""
        line = b"".join(self._pieces)
        self._pieces.clear()
        self.size = 0
        return line

    def _keep(self, piece: bytes) -> None:
        if piece:
            self._pieces.append(piece)
            self.size += len(piece)
