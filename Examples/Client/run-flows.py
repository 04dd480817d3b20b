#!/usr/bin/env python3
"""Takes the flows of Examples/Chat as a program of its own: through a host without a face, and client.py.

usage: run-flows.py SWITCHYARD PLUGINS [FLOW…]    the program, and the directory with the three libraries
"""

import pathlib
import sys

from client import Client, Refused

chat = pathlib.Path(__file__).resolve().parent.parent / "Chat"


def words(node):
    """The texts of a node and those in it, as a line of text has them."""
    marks = {("toggle", True): "[x]", ("toggle", False): "[ ]"}
    yield " ".join(
        str(part)
        for part in (marks.get((node["kind"], node.get("value", False))), node.get("text"), node.get("detail"))
        if part
    )
    if node["kind"] == "textField":
        yield str(node.get("value", ""))
    for child in node.get("children", []):
        yield from words(child)


def shown(client):
    """What a user reads: the title, the texts, and why the screen is locked."""
    screen = client.screen["screen"]
    lines = [screen["title"], screen.get("lock", "")]
    return "\n".join(lines + [line for node in screen["nodes"] for line in words(node)])


def url(client):
    """The link of the screen."""
    return client.screen.get("url")


def take(client, step):
    """Takes a step as `switchyard navigate` has it."""
    force = {"force": True} if step.startswith("force:") else {}
    step = step.removeprefix("force:")
    kind, _, rest = step.partition(":")
    if kind == "press":
        client.call("perform", label=rest)
    elif kind == "type":
        label, _, text = rest.partition("=")
        client.call("perform", label=label, value=text)
    elif kind == "tab":
        client.call("tab", name=rest, **force)
    elif step in ("back", "root", "dismiss", "dismissAll"):
        client.call(step, **force)
    else:
        client.call("open", target=step, **force)


def run(client, flow):
    refusal = ""
    for number, line in enumerate(flow.read_text().splitlines(), 1):
        word, _, rest = line.partition(" ")
        if not line or line.startswith("#"):
            continue
        if word == "expect-error":
            fine = rest in refusal
            refusal = ""
        elif refusal:
            break
        elif word == "expect":
            fine = rest in shown(client)
        elif word == "expect-url":
            fine = url(client) == rest
        elif word == "expect-state" and rest.startswith("{"):
            fine = client.state["state"]["selected"] in rest
        elif word == "expect-state":
            fine = client.state["text"] == rest
        else:
            fine = True
            try:
                take(client, line)
            except Refused as error:
                refusal = str(error)
        if not fine:
            return f"{flow.name}, line {number}: not so: {line}\n{client.state['text']}\n{shown(client)}"
    return refusal


def main(switchyard, plugins, *flows):
    failed = 0
    for flow in map(pathlib.Path, flows or sorted(chat.glob("flows/*.flow"))):
        client = Client.starting(
            switchyard, "serve", "--plugins", plugins, "--config", str(chat / "switchyard.jsonc"), "--session", "")
        problem = run(client, flow)
        failed += bool(problem)
        print("FAILED " if problem else "ok     ", flow.stem)
        if problem:
            print(problem)
        client.close()
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
