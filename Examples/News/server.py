#!/usr/bin/env python3
"""The service behind News: the articles of articles.json, by HTTP.

    /articles               all articles, without their bodies
    /articles?search=TEXT   those with a text in the title or the summary
    /articles/ID            one article
"""
import argparse
import http.server
import json
import pathlib
import sys
import urllib.parse

ARTICLES = json.loads((pathlib.Path(__file__).parent / "articles.json").read_text(encoding="utf-8"))


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        name, _, number = url.path[1:].partition("/")
        if name != "articles":
            return self.reply(404, {"error": "there are articles alone"})
        if number:
            found = [article for article in ARTICLES if str(article["id"]) == number]
            return self.reply(200, found[0]) if found else self.reply(404, {"error": "no such article"})
        text = urllib.parse.parse_qs(url.query).get("search", [""])[0].lower()
        self.reply(200, [
            {key: value for key, value in article.items() if key != "body"}
            for article in ARTICLES
            if text in article["title"].lower() or text in article["summary"].lower()
        ])

    def reply(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def main():
    parser = argparse.ArgumentParser(description="Serves the articles of articles.json by HTTP.")
    parser.add_argument("--port", type=int, default=8080, help="the port of localhost; 8080 without it")
    port = parser.parse_args().port
    try:
        server = http.server.ThreadingHTTPServer(("localhost", port), Handler)
    except OSError as error:
        sys.exit(f"server.py: port {port} cannot be served: {error.strerror}")
    print(f"http://localhost:{server.server_port}/articles", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
