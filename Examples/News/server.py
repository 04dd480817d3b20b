#!/usr/bin/env python3
"""The service behind News: articles.json, by HTTP at http://localhost:8080.

    /articles               all articles, without their bodies
    /articles?search=TEXT   those with a text in the title or the summary
    /articles/ID            one article
"""
import http.server
import json
import pathlib
import urllib.parse

ARTICLES = json.loads((pathlib.Path(__file__).parent / "articles.json").read_text())


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


if __name__ == "__main__":
    server = http.server.ThreadingHTTPServer(("localhost", 8080), Handler)
    print("http://localhost:8080", flush=True)
    server.serve_forever()
