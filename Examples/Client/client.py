"""A client of `switchyard serve`: JSON-RPC 2.0 over the standard input and output of a host, or over its socket."""

import itertools
import json
import socket
import subprocess


class Refused(Exception):
    """The host's error: a code, and a message for people."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]
        self.kind = error["data"]["kind"]


class Client:
    """One connection to a host, with the last screen and state that it has sent."""

    def __init__(self, reading, writing, process=None):
        self.reading, self.writing, self.process = reading, writing, process
        self.ids = itertools.count(1)
        self.screen, self.state, self.messages = {}, {}, []
        self.app = self.call("initialize", protocolVersion=1, client="client.py", capabilities={"patches": True})
        self.call("state")

    @classmethod
    def starting(cls, *command):
        """Starts a host that serves this client alone."""
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return cls(process.stdout, process.stdin, process)

    @classmethod
    def connecting(cls, path):
        """Connects to the socket of a host that serves there."""
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(path)
        file = connection.makefile("rwb")
        return cls(file, file)

    def call(self, method, **params):
        """Sends a request, and returns its result. What it changes is in `screen` and `state` then."""
        number = next(self.ids)
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        while True:
            message = self.receive()
            if message.get("id") == number:
                if "error" in message:
                    raise Refused(message["error"])
                return message["result"]

    def send(self, message):
        content = json.dumps(message).encode()
        self.writing.write(b"Content-Length: %d\r\n\r\n%s" % (len(content), content))
        self.writing.flush()

    def receive(self):
        """Waits for the next message, and takes up what it says about the screen and the state."""
        length = 0
        while (line := self.reading.readline()) != b"\r\n":
            if not line:
                raise EOFError("the host has ended")
            name, value = line.split(b":")
            length = int(value) if name.lower() == b"content-length" else length
        message = json.loads(self.reading.read(length))
        params = message.get("params", {})
        match message.get("method"):
            case "screen":
                if "patch" in params:
                    params["screen"] = patched(self.screen["screen"], params.pop("patch"))
                self.screen = params
            case "state":
                self.state = params
            case "problem" | "log":
                self.messages.append(params["message"])
        return message

    def close(self):
        """Ends the host if this client has started it, else the connection."""
        if self.process:
            self.call("shutdown")
        self.writing.close()
        self.reading.close()
        return self.process.wait() if self.process else 0


def patched(value, operations):
    """Carries out the operations of a JSON Patch: those that a host sends."""
    for operation in operations:
        *way, last = [part.replace("~1", "/").replace("~0", "~") for part in operation["path"].split("/")]
        parent = value
        for part in way[1:]:
            parent = parent[int(part) if isinstance(parent, list) else part]
        last = int(last) if isinstance(parent, list) else last
        match operation["op"]:
            case "move":
                # Within one list.
                parent.insert(last, parent.pop(int(operation["from"].rsplit("/", 1)[1])))
            case "remove":
                del parent[last]
            case "add" if isinstance(parent, list):
                parent.insert(last, operation["value"])
            case _:
                parent[last] = operation["value"]
    return value
