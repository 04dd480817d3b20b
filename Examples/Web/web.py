#!/usr/bin/env python3
"""A front end in a browser for `switchyard serve`, with Python's standard library alone.

usage: web.py [--port PORT] SWITCHYARD [OPTION…]    the program, and options of `switchyard serve`

Starts a host that serves at a socket, and prints the link to open. It listens on 127.0.0.1 alone, and only who has the
link gets anything: a random token is part of it. Each page is a client of its own at the host's socket.
"""

import http.server
import json
import pathlib
import secrets
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

folder = pathlib.Path(__file__).resolve().parent
files = {"/": ("page.html", "text/html"), "/page.js": ("page.js", "text/javascript"), "/page.css": ("page.css", "text/css")}
policy = ("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; "
          "form-action 'none'; frame-ancestors 'none'")


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers requests of pages: the page itself, the events of a client, and what a client sends."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        if not self.is_own():
            return self.answer(403)
        if url.path in files:
            name, kind = files[url.path]
            return self.answer(200, (folder / name).read_bytes(), kind)
        if url.path != "/events":
            return self.answer(404)
        if not self.has_token(urllib.parse.parse_qs(url.query).get("token", [""])[0]):
            return self.answer(403)
        self.send_events()

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if not self.is_own() or not self.has_token(self.headers.get("X-Token", "")):
            self.close_connection = True
            return self.answer(403)
        if not length.isdigit() or int(length) > 1 << 20:
            self.close_connection = True
            return self.answer(413)
        content = self.rfile.read(int(length))
        client = self.server.clients.get(self.path.removeprefix("/clients/"))
        if client is None:
            return self.answer(404)
        try:
            client.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(content), content))
        except OSError:
            return self.answer(410)
        self.answer(204)

    def is_own(self):
        """Whether the request is for this server by its own name, and by a page of its own if by a page.

        Another site's page can send requests here, also under a name that it lets lead to 127.0.0.1.
        """
        names = [f"{host}:{self.server.server_port}" for host in ("127.0.0.1", "localhost")]
        host, origin = self.headers.get("Host", ""), self.headers.get("Origin")
        return host in names and origin in (None, f"http://{host}")

    def has_token(self, token):
        return secrets.compare_digest(token.encode(), self.server.token.encode())

    def send_events(self):
        """Passes the messages of the host on, as server-sent events, for as long as the page is open."""
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(self.server.socket_path)
        name = secrets.token_urlsafe()
        self.server.clients[name] = connection
        self.close_connection = True
        try:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(b"event: client\ndata: %s\n\n" % json.dumps(name).encode())
            for message in messages(connection):
                # Nothing for a while: a page that has gone is noticed by writing to it.
                self.wfile.write(b"data: %s\n\n" % message if message else b":\n\n")
                self.wfile.flush()
            self.wfile.write(b"event: end\ndata: null\n\n")
        except OSError:
            pass
        finally:
            del self.server.clients[name]
            connection.close()

    def answer(self, code, content=b"", kind="text/plain"):
        self.send_response(code)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Content-Security-Policy", policy)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        """The link's token must not come into a log."""


def messages(connection):
    """Returns the messages of a host, and an empty one when none has come for a while."""
    connection.settimeout(15)
    rest = b""
    while True:
        header, end, content = rest.partition(b"\r\n\r\n")
        length = int(header.rpartition(b":")[2]) if end else 0
        if end and len(content) >= length:
            # JSON without line breaks, as an event has one line.
            yield content[:length]
            rest = content[length:]
            continue
        try:
            more = connection.recv(1 << 16)
        except TimeoutError:
            yield b""
            continue
        if not more:
            return
        rest += more


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    # Twenty pages may open at once.
    request_queue_size = 128


def main(arguments):
    port = 0
    if arguments[:1] in (["--help"], ["-h"]):
        print(__doc__.strip())
        return 0
    if arguments[:1] == ["--port"]:
        if not arguments[1:] or not arguments[1].isdigit() or int(arguments[1]) > 65535:
            sys.exit("web.py: --port takes the number of a port, such as 8080")
        port, arguments = int(arguments[1]), arguments[2:]
    if not arguments:
        sys.exit(__doc__.strip())
    with tempfile.TemporaryDirectory() as directory:
        path = f"{directory}/serve.sock"
        try:
            host = subprocess.Popen([arguments[0], "serve", "--socket", path, *arguments[1:]])
        except OSError as error:
            sys.exit(f"web.py: '{arguments[0]}' cannot be run: {error.strerror}; name the program switchyard")
        while not pathlib.Path(path).exists():
            if host.poll() is not None:
                return host.returncode
            time.sleep(0.02)
        server = Server(("127.0.0.1", port), Handler)
        server.token, server.socket_path, server.clients = secrets.token_urlsafe(), path, {}
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(f"http://127.0.0.1:{server.server_port}/#{server.token}", flush=True)
        try:
            return host.wait()
        except KeyboardInterrupt:
            host.terminate()
            return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
