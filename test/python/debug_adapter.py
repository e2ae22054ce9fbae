"""A real debug adapter, spoken to as the host speaks to it on an editor's behalf."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from typing import Any, Dict, List

PATIENCE_SECONDS = 30.0

Message = Dict[str, Any]


class DebugAdapter:
    """Starts debugpy's adapter; use as a context manager."""

    def __init__(self, debugpy: str, python: str = sys.executable) -> None:
        self.process = subprocess.Popen(
            [python, f"{debugpy}/debugpy/adapter"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        # Who waits for what never comes finds the adapter ended.
        self._patience = threading.Timer(PATIENCE_SECONDS, self.process.kill)
        self._patience.start()
        self._debugpy = debugpy
        self._seen: List[Message] = []
        self._numbered = 0
        self.request("initialize", adapterID="test", linesStartAt1=True, pathFormat="path")
        self.send("attach", listen={"host": "127.0.0.1", "port": 0}, justMyCode=True)
        self.port: int = self.event("debugpyWaitingForServer")["port"]

    def __enter__(self) -> DebugAdapter:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin and self.process.stdout
        self._patience.cancel()
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    def debug(self, file: str) -> Dict[str, Any]:
        """What a run is told so that it connects here."""
        return {"port": self.port, "debugpy": self._debugpy, "file": file}

    def begin(self, file: str, *lines: int) -> None:
        """Once the run has connected: set breakpoints and let it go on."""
        self.event("initialized")
        breakpoints = [{"line": line} for line in lines]
        self.request("setBreakpoints", source={"path": file}, breakpoints=breakpoints)
        self.request("configurationDone")

    def stopped(self) -> List[Message]:
        """Wait until the program stops; its frames, the innermost first."""
        thread = self.event("stopped")["threadId"]
        frames: List[Message] = self.request("stackTrace", threadId=thread)["stackFrames"]
        return frames

    def resume(self, how: str = "continue") -> None:
        thread = self.request("threads")["threads"][0]["id"]
        self.request(how, threadId=thread)

    def value(self, expression: str, frame: Message) -> str:
        answer = self.request("evaluate", expression=expression, frameId=frame["id"])
        return str(answer["result"])

    def event(self, name: str) -> Message:
        return self._next(lambda message: message.get("event") == name)

    def request(self, command: str, **arguments: Any) -> Message:
        number = self.send(command, **arguments)
        return self._next(lambda message: message.get("request_seq") == number)

    def send(self, command: str, **arguments: Any) -> int:
        assert self.process.stdin
        self._numbered += 1
        message = {"seq": self._numbered, "type": "request", "command": command}
        body = json.dumps({**message, "arguments": arguments}).encode("utf-8")
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()
        return self._numbered

    def _next(self, wanted: Any) -> Message:
        for message in self._seen:
            if wanted(message):
                self._seen.remove(message)
                return dict(message.get("body") or {})
        while True:
            message = self._read()
            if wanted(message):
                assert message.get("success", True), message
                return dict(message.get("body") or {})
            self._seen.append(message)

    def _read(self) -> Message:
        assert self.process.stdout
        length = 0
        for header in iter(self.process.stdout.readline, b"\r\n"):
            assert header, f"the adapter ended; before that: {self._seen[-5:]}"
            if header.lower().startswith(b"content-length:"):
                length = int(header.split(b":")[1])
        message: Message = json.loads(self.process.stdout.read(length))
        return message
