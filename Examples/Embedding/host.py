#!/usr/bin/env python3
"""A host in Python, by the C functions of libHostDoor.so.

usage: host.py LIBRARY WORKER PLUGINS WIRING STEP…    a step is a link, a destination, press:LABEL, type:LABEL=TEXT or back
"""

import ctypes
import json
import select
import sys
import time


class Host:
    def __init__(self, library, plugins, wiring, worker):
        self.c = ctypes.CDLL(library)
        self.c.host_is_loading.restype = ctypes.c_bool
        for name in ("host_open", "host_screen", "host_problem"):
            getattr(self.c, name).restype = ctypes.c_void_p
        if problem := self.text(self.c.host_open(plugins.encode(), wiring.encode(), worker.encode())):
            raise SystemExit(problem)

    def text(self, pointer):
        """The text at a pointer, which is freed; nothing for null."""
        if pointer:
            text = ctypes.string_at(pointer).decode()
            ctypes.CDLL(None).free(ctypes.c_void_p(pointer))
            return text

    def take(self, step):
        kind, _, rest = step.partition(":")
        if kind == "press":
            self.c.host_press(rest.encode())
        elif kind == "type":
            label, _, words = rest.partition("=")
            self.c.host_type(words.encode(), label.encode())
        elif step == "back":
            self.c.host_back()
        elif "://" in step:
            self.c.host_link(step.encode())
        else:
            self.c.host_go(step.encode())

    def settle(self, seconds=5):
        """Serves the host until the screen has loaded, as the loop of a toolkit does all the time."""
        end = time.monotonic() + seconds
        while self.c.host_is_loading() and (rest := end - time.monotonic()) > 0:
            if select.select([self.c.host_descriptor()], [], [], rest)[0]:
                self.c.host_drain()

    def screen(self):
        return json.loads(self.text(self.c.host_screen()))


def labels(nodes, depth=0):
    for node in nodes:
        if words := node.get("text"):
            yield "  " * depth + words
        yield from labels(node.get("children", []), depth + 1)


if __name__ == "__main__":
    if len(sys.argv) < 5:
        raise SystemExit(__doc__)
    library, worker, plugins, wiring, *steps = sys.argv[1:]
    host = Host(library, plugins, wiring, worker)
    for step in steps:
        host.take(step)
        host.settle()
        if problem := host.text(host.c.host_problem()):
            print("problem:", problem)
    screen = host.screen()
    print(screen["title"], *labels(screen["nodes"]), sep="\n")
    host.c.host_close()
