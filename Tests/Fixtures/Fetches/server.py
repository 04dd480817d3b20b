"""A server for the tests of requests: what it answers is in the path. It prints its port, and ends with its terminal.

usage: server.py [CERTIFICATE KEY]

The variable PORT names the port; without it any one is taken.
"""
import gzip
import http.server
import os
import socket
import ssl
import struct
import sys
import threading
import time
import urllib.parse


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    has_reset = False
    dropped = 0
    has_answered = False

    def log_message(self, *arguments):
        pass

    def reply(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        if status not in (204, 304):
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def raw(self, text):
        self.wfile.write(text)
        self.close_connection = True

    def do_GET(self):
        path, _, query = self.path.partition("?")
        name, _, value = path[1:].partition("/")
        size = int(self.headers.get("Content-Length") or 0)
        if name == "stream":
            # Answers before it has read.
            self.send_response(200)
            self.send_header("Content-Length", str(size))
            self.end_headers()
            while size:
                piece = self.rfile.read(min(size, 10_000))
                self.wfile.write(piece)
                size -= len(piece)
            return
        if name == "reset" and not Handler.has_reset:
            # Falls in the midst of a request that is then sent again.
            Handler.has_reset = True
            self.rfile.read(int(value))
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.server.shutdown_request = self.server.close_request
            self.close_connection = True
            return
        body = self.rfile.read(size)
        if name == "ok":
            self.reply(200, b"%s %d" % (self.command.encode(), len(body)), Content_Type="text/plain")
        elif name == "headers":
            self.reply(200, "\n".join(f"{k.lower()}: {v}" for k, v in self.headers.items()).encode())
        elif name == "fold":
            self.raw(b"HTTP/1.1 200 OK\r\nContent-Type: a\r\n \x01\r\n" + b" b\r\n" * int(value) + b"Content-Length: 0\r\n\r\n")
        elif name == "drop":
            # Falls once it has read the request.
            Handler.dropped += 1
            self.close_connection = True
        elif name == "once":
            self.reply(404 if Handler.has_answered else 200, b"page")
            Handler.has_answered = True
        elif name == "dropped":
            self.reply(200, b"%d" % Handler.dropped)
        elif name in ("echo", "reset"):
            self.reply(200, body)
        elif name == "status":
            self.reply(int(value), b"page")
        elif name == "redirect":
            self.reply(int(value), Location="/ok")
        elif name == "to":
            self.reply(302, Location=query)
        elif name == "to-text":
            self.reply(302, Location=urllib.parse.unquote(query, "latin-1"))
        elif name == "to-token":
            self.reply(302, Location="/ok?token=token-hush")
        elif name == "token":
            self.reply(200, b"", X_Auth_Token="token-hush")
        elif name == "loop":
            self.reply(302, Location=self.path)
        elif name == "slow-loop":
            time.sleep(0.2)
            self.reply(302, Location="/slow-loop")
        elif self.path.startswith("http:"):
            self.reply(200, b"by proxy " + self.path.encode())
        elif name == "bytes":
            self.reply(200, b"x" * int(value))
        elif name == "chunked":
            self.raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n")
        elif name == "credentials":
            self.reply(200, (self.headers["Authorization"].split()[1] + ",").encode() * int(value))
        elif name == "gzip":
            self.reply(200, gzip.compress(b"unpacked " * int(value)), Content_Encoding="gzip")
        elif name == "slow":
            time.sleep(float(value))
            self.reply(200, b"slow")
        elif name == "trickle":
            self.send_response(200)
            self.end_headers()
            for _ in range(5):
                self.wfile.write(b"drop ")
                time.sleep(0.1)
            self.close_connection = True
        elif name == "cut":
            self.raw(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\npart")
        elif name == "more":
            self.raw(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npart and what nobody announced")
        elif name == "silent":
            time.sleep(600)
        elif name == "head":
            self.raw(value.encode().replace(b"_", b" ").replace(b";", b"\r\n") + b"\r\n\r\nbody")
        elif name == "trailers":
            self.raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + b"a: b\r\n" * int(value) + b"\r\n")
        elif name == "garbage":
            self.raw(b"\x00\xff\x13garbage\r\n\r\n")
        elif name == "early":
            self.raw(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nlater")
        elif name == "large-head":
            self.raw(b"HTTP/1.1 200 OK\r\nX-Large: " + b"z" * int(value) + b"\r\nContent-Length: 0\r\n\r\n")
        elif name == "many-heads":
            self.raw(b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * int(value) + b"Content-Length: 0\r\n\r\n")
        elif name == "endless":
            self.send_response(200)
            self.end_headers()
            try:
                while True:
                    self.wfile.write(b"y" * 65536)
            except OSError:
                self.close_connection = True
        elif name == "cookies":
            self.reply(200, b"", Set_Cookie="session=hush-hush; Secure")
        else:
            self.reply(404, b"none")

    def do_CONNECT(self):
        """Is a proxy to this machine."""
        other = socket.create_connection(("localhost", int(self.path.rpartition(":")[2])))
        self.raw(b"HTTP/1.1 200 Connected\r\nX-Proxy: yes\r\nContent-Type: text/proxy\r\n\r\n")

        def copy(source, target):
            while data := source.recv(65536):
                target.sendall(data)

        threading.Thread(target=copy, args=(other, self.connection), daemon=True).start()
        copy(self.connection, other)

    do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_GET


class Server(http.server.ThreadingHTTPServer):
    address_family = socket.AF_INET6

    def server_bind(self):
        # Both families, as most servers.
        self.socket.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        super().server_bind()

    def handle_error(self, request, address):
        pass


server = Server(("::", int(os.environ.get("PORT", "0"))), Handler)
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(f"port {server.server_address[1]}.", flush=True)
server.serve_forever()
