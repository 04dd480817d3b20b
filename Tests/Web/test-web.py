#!/usr/bin/env python3
"""Tests `switchyard web` and its page in Chromium; .ci/browser builds what they need.

usage: test-web.py CHROMIUM SWITCHYARD DIRECTORY [SCREENSHOTS]    TEST=name runs the tests with that in their names

The directory has the libraries: `chat` those of Examples/Chat, `plugins` Home, `drop` Character, and `kinds` the fixtures
sheets, controls, breaks and rows; `news` and `logs` have the features of these examples.
"""

import base64
import contextlib
import http.client
import importlib.util
import json
import os
import pathlib
import re
import secrets
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.parse

import axe_playwright_python
from playwright.sync_api import sync_playwright

root = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(root / "Examples/Client"))
specification = importlib.util.spec_from_file_location("flows", root / "Examples/Client/run-flows.py")
flows = importlib.util.module_from_spec(specification)
specification.loader.exec_module(flows)
axe = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()

texts = """() => {
    const screen = document.querySelector("#sheet[open]") ?? document.querySelector("main");
    const blocks = [...screen.querySelectorAll("p, a, button, h1, h2, h3, td, th, label, dialog")];
    const parts = blocks.map((block) => {
        const found = [], walk = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) found.push(walk.currentNode.data);
        return found.join(" ");
    });
    for (const toggle of screen.querySelectorAll("[role=switch]"))
        parts.push(`[${toggle.checked ? "x" : " "}] ${toggle.labels[0].textContent}`);
    for (const field of screen.querySelectorAll("input, textarea")) parts.push(field.value);
    return parts.join("\\n");
}"""



class Shown:
    """What the page shows, with patience: a feature may still wait for a service."""

    def __init__(self, client):
        self.page = client.page

    def __contains__(self, text):
        for _ in range(100):
            if text in self.page.evaluate(texts):
                return True
            time.sleep(0.05)
        return False

    def __str__(self):
        return self.page.evaluate(texts)


flows.shown = Shown
flows.url = lambda client: client.page.evaluate("document.body.dataset.url")

# The words of up to 16 letters that do not stand in one line.
broken_words = """() => {
    const found = [], walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        for (const word of walk.currentNode.data.matchAll(/(?<![^\\s-])[^\\s-]{1,16}(?![^\\s-])/g)) {
            const range = document.createRange();
            range.setStart(walk.currentNode, word.index);
            range.setEnd(walk.currentNode, word.index + word[0].length);
            const tops = new Set([...range.getClientRects()].map((rectangle) => Math.round(rectangle.top)));
            if (tops.size > 1) found.push(word[0]);
        }
    }
    return found;
}"""


def refused(message):
    return flows.Refused({"code": 0, "message": message, "data": {"kind": "refused"}})


class Page:
    """The page in the browser, used as run-flows.py uses a client: by its controls and the keyboard."""

    def __init__(self, page, link):
        self.page = page
        self.failures = []
        page.on("pageerror", lambda error: self.failures.append(str(error)))
        page.on("console", lambda message: message.type == "error" and self.failures.append(message.text))
        page.goto(link)
        page.wait_for_selector("body[data-ready] h1")

    @property
    def state(self):
        return self.page.evaluate("() => ({ state, text: document.body.dataset.state })")

    def settle(self):
        self.page.wait_for_selector("body[data-waiting='0']")
        if problem := "".join(self.page.locator("#problem, #sheet-problem, .fault").all_text_contents()):
            raise refused(problem)

    @property
    def screen(self):
        """What the user sees of the app: the sheet over the page, or else the page."""
        sheet = self.page.locator("#sheet[open] #sheet-screen")
        return sheet if sheet.count() else self.page.get_by_role("main")

    def press(self, control, key="Enter"):
        if not control.count() or control.is_disabled():
            raise refused("disabled: there is nothing to go back to")
        control.focus()
        self.page.keyboard.press(key)

    def control(self, label):
        for pattern in (rf"^{re.escape(label)}$", rf"^{re.escape(label)}"):
            for role, key in (("link", "Enter"), ("button", "Enter"), ("switch", "Space")):
                found = self.screen.get_by_role(role, name=re.compile(pattern))
                if found.count():
                    return found.first, key
        raise refused(f"there is no '{label}'")

    def ask(self, method, /, **params):
        self.page.evaluate("([method, params]) => { ask(method, params); }", [method, params])

    def call(self, method, /, **params):
        isCovered = self.page.locator("dialog[open]").count() > 0
        match method:
            case "perform" if "value" in params:
                field = self.screen.get_by_label(params["label"])
                field.focus()
                self.page.keyboard.press("Control+A")
                self.page.keyboard.press("Delete")
                self.page.keyboard.type(params["value"])
            case "perform":
                self.press(*self.control(params["label"]))
            case "back":
                self.press(self.page.locator("#sheet-back, #sheet-close" if isCovered else "#back").first)
            case "dismiss" if isCovered:
                self.press(self.page.locator("#sheet-close"))
            case "tab" if not isCovered:
                names = [tab["name"] for tab in self.state["state"]["tabs"]]
                self.press(self.page.locator("#tabs a").nth(names.index(params["name"])))
            case "root" if not isCovered:
                self.press(self.page.locator("#path li a").first)
            case "open" if not isCovered:
                self.page.keyboard.press("Control+k")
                self.page.locator("#target").fill(params["target"])
                # A word may be the name of a control, which then comes before the destination.
                if not re.search("[:/?]", params["target"]):
                    # The destinations come from the host.
                    self.page.wait_for_selector("#choice-0")
                    self.page.keyboard.press("ArrowUp")
                self.page.keyboard.press("Enter")
            case _:
                self.ask(method, **{name: value for name, value in params.items() if name != "force"})
        if params.get("force"):
            self.page.get_by_role("button", name="Leave anyway").click()
        self.settle()


class WebSocket:
    """A client of the page's protocol, as another program would write it."""

    def __init__(self, link, cookie, **headers):
        url = urllib.parse.urlsplit(link)
        self.connection = socket.create_connection((url.hostname, url.port))
        lines = {"Host": url.netloc, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                 "Sec-WebSocket-Key": base64.b64encode(secrets.token_bytes(16)).decode(),
                 "Origin": f"http://{url.netloc}", "Cookie": cookie, **headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value is not None)
        self.connection.sendall(f"GET /app?{url.query} HTTP/1.1\r\n{head}\r\n".encode())
        self.file = self.connection.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        while self.file.readline() not in (b"\r\n", b""):
            pass

    def send(self, method, **params):
        message = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        mask = secrets.token_bytes(4)
        length = bytes([0x80 | len(message)]) if len(message) < 126 else b"\xfe" + len(message).to_bytes(2, "big")
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(message))
        self.connection.sendall(b"\x81" + length + mask + masked)

    def receive(self):
        """Returns the next message, or the code with which the host has closed the connection."""
        content = b""
        while True:
            first, length = self.file.read(2)
            if length in (126, 127):
                length = int.from_bytes(self.file.read(2 if length == 126 else 8), "big")
            part = self.file.read(length)
            if first & 15 == 8:
                return int.from_bytes(part[:2], "big")
            if first & 15 < 8:
                content += part
                if first & 128:
                    return json.loads(content)


@contextlib.contextmanager
def served(switchyard, *options):
    """Starts `switchyard web`, and gives its link."""
    process = subprocess.Popen(
        [switchyard, "web", "--port", "0", "--session", "", *map(str, options)],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait()


def request(link, path, cookie=None, **headers):
    """Sends a request as another program would, and returns the answer."""
    if cookie:
        headers["Cookie"] = cookie
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(link).netloc, timeout=20)
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    return connection.getresponse()


def cookie_of(link):
    """The cookie that the link gives."""
    url = urllib.parse.urlsplit(link)
    answer = request(link, f"{url.path}?{url.query}")
    check(answer.status == 200, f"the link gives {answer.status}")
    check("HttpOnly" in answer.headers["Set-Cookie"], answer.headers["Set-Cookie"])
    return answer.headers["Set-Cookie"].split(";")[0]


def check(isSo, message):
    if not isSo:
        raise AssertionError(message)


def check_accessible(page, where):
    page.evaluate(axe)
    findings = page.evaluate("axe.run(document)")["violations"]
    check(not findings, f"{where}: {[(finding['id'], node['html']) for finding in findings for node in finding['nodes']]}")
    check(not page.evaluate("document.scrollingElement.scrollWidth > innerWidth"), f"{where}: it scrolls sideways")
    broken = page.evaluate(broken_words)
    check(not broken, f"{where}: words go on in the next line: {broken}")


def test_flows(browser, switchyard, work, shots):
    """The nine flows of the Chat example, by the keyboard."""
    for flow in sorted(flows.chat.glob("flows/*.flow")):
        with served(switchyard, "--plugins", work / "chat", "--config", flows.chat / "switchyard.jsonc") as link:
            client = Page(browser.new_page(), link)
            problem = flows.run(client, flow)
            check(not problem, problem)
            check(not client.failures, client.failures)
            if shots:
                client.page.screenshot(path=f"{shots}/{flow.stem}.png")
            client.page.close()
        print("ok     ", flow.stem)


def test_news(browser, switchyard, work, shots):
    """The flows of the News example, whose articles come from a service."""
    news = root / "Examples/News"
    with subprocess.Popen([sys.executable, news / "server.py"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as service:
        try:
            while socket.socket().connect_ex(("127.0.0.1", 8080)):
                check(service.poll() is None, "the service of News has ended")
                time.sleep(0.05)
            for flow in sorted(news.glob("flows/*.flow")):
                with served(switchyard, "--plugins", work / "news", "--config", news / "switchyard.jsonc") as link:
                    client = Page(browser.new_page(), link)
                    problem = flows.run(client, flow)
                    check(not problem, problem)
                    if shots:
                        client.page.screenshot(path=f"{shots}/news-{flow.stem}.png")
                    client.page.close()
        finally:
            service.terminate()


def test_log(browser, switchyard, work, shots):
    """The user picks a log of a million lines by its path, and sees any part of it, what is added, and a found line."""
    log = work / "big.log"
    log.write_text("".join(f"line {number}\n" for number in range(1, 1_000_001)))
    with served(switchyard, "--plugins", work / "logs", "--config", root / "Examples/Logs/switchyard.jsonc") as link:
        client = Page(browser.new_page(), link)
        page = client.page
        page.get_by_role("button", name="Open").click()
        page.get_by_role("alertdialog").wait_for()
        page.keyboard.type(f"{log}x")
        page.keyboard.press("Enter")
        page.get_by_text("No such file").wait_for()
        page.keyboard.press("Backspace")
        page.keyboard.press("Enter")
        page.get_by_role("heading", name="big.log").wait_for()
        page.get_by_text("1000000 lines").wait_for()
        page.get_by_role("button", name="Last", exact=True).click()
        page.get_by_text("line 1000000", exact=True).wait_for()
        page.get_by_role("switch").click()
        with log.open("a") as file:
            file.write("one more\n")
        page.get_by_text("one more", exact=True).wait_for()
        if shots:
            page.screenshot(path=f"{shots}/log.png")
        page.get_by_role("switch").click()
        page.get_by_role("textbox", name="Filter").fill("line 77777")
        page.get_by_role("button", name="777773  line 777773").click()
        found = page.get_by_text("line 777773", exact=True)
        page.get_by_text("line 777700", exact=True).wait_for()
        check(found.evaluate("(part) => { const { top, bottom } = part.getBoundingClientRect();"
                             " return top >= 0 && bottom <= innerHeight; }"), "the found line is out of sight")
        check(not client.failures, client.failures)
        page.close()


def test_kinds(browser, switchyard, work, shots):
    """Every kind of node is shown, without a finding of axe-core, wide and narrow, light and dark, and can be used."""
    with served(switchyard, "--plugins", work / "kinds", "--config", work / "empty.jsonc") as link:
        for scheme, width in (("light", 1280), ("dark", 1280), ("light", 360), ("dark", 360)):
            context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 800}, bypass_csp=True)
            client = Page(context.new_page(), link)
            for step in ("sheets", "press:More", "controls", "controls/screen", "press:Ask", "press:No", "breaks"):
                flows.take(client, step)
                # What moves comes to its place first.
                client.page.wait_for_function("document.getAnimations().every((one) => one.playState === 'finished')")
                check_accessible(client.page, f"{scheme}, {width}, {step}")
                if shots:
                    client.page.screenshot(path=f"{shots}/{scheme}-{width}-{re.sub('[/:]', '-', step)}.png")
            check(not client.failures, client.failures)
            context.close()


def test_focus(browser, switchyard, work, shots):
    """The focus and the caret stay in a field while its screen changes, and a screen that is new is read from its title."""
    with served(switchyard, "--plugins", work / "drop", "--config", work / "empty.jsonc") as link:
        client = Page(browser.new_page(), link)
        for width in (360, 860):
            client.page.set_viewport_size({"width": width, "height": 800})
            broken = client.page.evaluate(broken_words)
            check(not broken, f"the list of features, {width}: words go on in the next line: {broken}")
        client.call("open", target="character/list")
        client.call("perform", label="Filter", value="ben")
        client.page.keyboard.press("ArrowLeft")
        client.page.keyboard.type("x")
        client.settle()
        focus = "() => [document.activeElement.tagName, document.activeElement.value, document.activeElement.selectionStart]"
        check(client.page.evaluate(focus) == ["INPUT", "bexn", 3], client.page.evaluate(focus))
        client.call("perform", label="Filter", value="bennet")
        client.call("perform", label="Elizabeth Bennet")
        focused = client.page.evaluate("() => [document.activeElement.tagName, document.activeElement.textContent]")
        check(focused == ["H1", "Elizabeth Bennet"], focused)
        client.page.keyboard.press("Escape")
        client.page.wait_for_selector("h1:text-is('Characters')")
        client.page.close()


def test_keyboard(browser, switchyard, work, shots):
    """A form is filled in by the keyboard alone, a question is answered by Escape and Enter, and the palette leads on."""
    with served(switchyard, "--plugins", work / "kinds", "--config", work / "empty.jsonc") as link:
        client = Page(browser.new_page(), link)
        page, keyboard = client.page, client.page.keyboard
        keyboard.press("/")
        keyboard.type("controls/screen")
        keyboard.press("Enter")
        page.wait_for_selector("h1:text-is('Controls')")
        for keys, done in [("Tab Enter", None), ("Tab Enter", "no"), ("Tab A n n", "named"), ("Tab 1 2", "secret"),
                           ("Tab Space", "switched"), ("Tab ArrowUp", "picked"), ("Tab Tab Enter", "row")]:
            for key in keys.split():
                keyboard.press(key)
            if done:
                page.wait_for_selector(f"p:has-text('Done: {done}')")
            else:
                page.wait_for_selector("dialog[role=alertdialog][open]")
            client.settle()
        values = page.evaluate("[...document.querySelectorAll('main input:not([type=radio]:not(:checked)), main select')]"
                               ".map((field) => field.type === 'checkbox' ? field.checked : field.value)")
        check(values == ["Ann", "12", True, "0"], values)
        # Enter in the palette is for it alone.
        page.evaluate("[...document.querySelectorAll('main button')].find((button) => button.textContent === 'Ask')"
                      ".dataset.key = 'Enter'")
        keyboard.press("Control+k")
        keyboard.type("mssgs")
        keyboard.press("Enter")
        page.wait_for_selector("#messages[open]")
        client.settle()
        check(page.locator("dialog[role=alertdialog]").count() == 0, "Enter has pressed a button too")
        keyboard.press("Escape")
        keyboard.press("Control+k")
        keyboard.type("ask")
        keyboard.press("Enter")
        page.wait_for_selector("dialog[role=alertdialog][open]")
        check(page.evaluate("document.activeElement.textContent") == "Yes", "the focus is not in the question")
        check(not client.failures, client.failures)
        page.close()


def test_form(browser, switchyard, work, shots):
    """A press tells what it changes out of sight, who presses stays there, and a question begins at what loses nothing."""
    with served(switchyard, "--plugins", work / "forms", "--config", work / "empty.jsonc") as link:
        client = Page(browser.new_page(viewport={"width": 900, "height": 600}), link)
        page, keyboard = client.page, client.page.keyboard
        client.call("open", target="forms/screen")
        page.wait_for_selector("h1:text-is('Forms')")
        page.get_by_role("button", name="Submit").focus()
        keyboard.press("Enter")
        page.wait_for_selector("#log:has-text('above: Field 1 must not be empty')")
        check(page.evaluate("document.activeElement.textContent") == "Submit", "the focus has left the button")
        page.get_by_role("button", name="Clear").press("Enter")
        page.wait_for_selector("dialog[role=alertdialog][open]")
        check(page.evaluate("document.activeElement.textContent") == "No", "the focus is on what destroys something")
        keyboard.press("Escape")
        page.wait_for_selector("dialog[role=alertdialog]", state="detached")
        check(page.evaluate("document.activeElement.textContent") == "Clear", "the focus does not come back")
        check(not client.failures, client.failures)
        page.close()


def test_menus(browser, switchyard, work, shots):
    """The actions of a row are a menu that names the row, opens inside the window, and leaves the focus where it was."""
    with served(switchyard, "--plugins", work / "kinds", "--config", work / "empty.jsonc") as link:
        client = Page(browser.new_page(viewport={"width": 360, "height": 420}), link)
        page, keyboard = client.page, client.page.keyboard
        client.call("open", target="forms")
        page.wait_for_selector("h1:text-is('Forms')")
        heads = page.locator(".actions > summary")
        check([head.get_attribute("aria-label")[:15] for head in heads.all()] == ["Actions: Mail 1", "Actions: Mail 2"],
              "the menus do not name their rows")
        heads.nth(1).focus()
        keyboard.press("Enter")
        page.wait_for_selector(".actions[open] button:has-text('Delete')")
        for button in page.locator(".actions[open] button").all():
            box = button.bounding_box()
            check(box["x"] >= 0 and box["x"] + box["width"] <= 360 and box["y"] >= 0 and box["y"] + box["height"] <= 420,
                  f"'{button.text_content()}' is outside the window: {box}")
        check_accessible(page, "menu")
        for key in ["ArrowDown", "End", "ArrowUp", "ArrowDown", "Enter"]:
            keyboard.press(key)
        page.wait_for_selector("p:has-text('Done: deleted 2')")
        check(page.locator("details[open]").count() == 0, "the menu stays open")
        check(page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("Actions: Mail 2"),
              "the focus has left the menu")
        check(not client.failures, client.failures)
        page.close()


def test_history(browser, switchyard, work, shots):
    """Each screen has an address, and the browser's Back and Forward lead where the app's do."""
    with served(switchyard, "--plugins", work / "plugins", "--plugins", work / "drop", "--config",
                root / "switchyard.jsonc") as link:
        context = browser.new_context()
        client = Page(context.new_page(), link)
        page = client.page

        def shows(title, address):
            page.wait_for_selector(f"h1:text-is('{title}')")
            page.wait_for_function("(address) => decodeURIComponent(location.hash) === `#${address}` && !isFollowing",
                                   arg=address)
            client.settle()

        home, characters = ("Home", "challenge://home/main"), ("Characters", "challenge://character/list")
        shows(*home)
        check("token" not in page.url, page.url)
        # The palette has the destinations of all features, and finds them by what they are about.
        page.keyboard.press("Control+k")
        page.wait_for_selector("#choices li:has-text('character/list')")
        page.keyboard.type("with a filter")
        page.keyboard.press("Enter")
        shows(*characters)
        check(page.title() == "Characters · Switchyard", page.title())
        page.go_back()
        shows(*home)
        page.go_forward()
        shows(*characters)
        # Who comes back, by Escape or by the browser, has the focus where it was.
        page.get_by_role("link", name="Elizabeth Bennet").focus()
        for back in [lambda: page.keyboard.press("Escape"), page.go_back]:
            page.keyboard.press("Enter")
            shows("Elizabeth Bennet", "challenge://character/detail?id=42")
            back()
            shows(*characters)
            page.wait_for_function("document.activeElement.textContent.startsWith('Elizabeth Bennet')")
        page.keyboard.press("Enter")
        shows("Elizabeth Bennet", "challenge://character/detail?id=42")
        check(page.locator("#path li").all_text_contents() == ["Home", "Characters", "Elizabeth Bennet"], "the path")
        # A place of the path is gone back to, and not opened a second time.
        page.keyboard.press("Control+k")
        page.keyboard.type("character/list")
        page.keyboard.press("Enter")
        shows(*characters)
        check(page.locator("#path li").all_text_contents() == ["Home", "Characters"], "the path after the palette")
        page.go_back()
        shows(*home)
        page.go_forward()
        shows(*characters)
        page.reload()
        shows(*characters)
        # Forward opens a screen again where it was, and not where a link to it leads.
        client.call("perform", label="Elizabeth Bennet")
        shows("Elizabeth Bennet", "challenge://character/detail?id=42")
        # Not by the palette, which would go back to it.
        page.evaluate("ask('open', { target: 'character/list', method: 'push' })")
        way = ["Home", "Characters", "Elizabeth Bennet", "Characters"]
        shows(*characters)
        for steps, length in [(-1, 3), (1, 4), (-3, 1), (3, 4), (-2, 2)]:
            page.evaluate("(steps) => history.go(steps)", steps)
            page.wait_for_function("(length) => document.querySelectorAll('#path li').length === (length > 1 ? length : 0)",
                                   arg=length)
            client.settle()
            check(page.locator("#path li").all_text_contents() == (way[:length] if length > 1 else []), f"the path {steps}")
        # Steps that follow at once are taken one after the other.
        for steps in (2, -1, -1, 1, -1):
            page.evaluate("(steps) => history.go(steps)", steps)
            page.wait_for_timeout(50)
        page.wait_for_function("(length) => document.querySelectorAll('#path li').length === length && !isFollowing"
                               " && position === length - 1", arg=2)
        client.settle()
        check(page.locator("#path li").all_text_contents() == way[:2], "the path after quick steps")
        # An address that leads nowhere leaves the user, and the address, in place.
        page.evaluate("location.hash = 'nowhere://none/all'")
        page.wait_for_selector("#problem :text('nowhere')")
        page.wait_for_function("location.hash === '#challenge://character/list'")
        with context.expect_page() as opened:
            page.get_by_role("link", name="Elizabeth Bennet").click(modifiers=["Control"])
        opened.value.wait_for_selector("h1:text-is('Elizabeth Bennet')")
        opened.value.close()
        page.locator("#path a").first.click()
        shows(*home)
        # What was meant takes the place of what is not there, also in the history.
        with contextlib.suppress(flows.Refused):
            client.call("open", target="charakter/list")
        page.get_by_role("button", name="Open character/list").click()
        shows(*characters)
        page.go_back()
        shows(*home)
        nowhere = context.new_page()
        nowhere.goto(urllib.parse.urljoin(link, "/nowhere"))
        nowhere.get_by_role("link", name="Open the app").click()
        nowhere.wait_for_selector("h1:text-is('Home')")
        # The graph leads to the screens that need no argument.
        nowhere.goto(urllib.parse.urljoin(link, "/graph#character/detail"))
        nowhere.wait_for_selector("#details h2:text-is('character/detail')")
        check(not nowhere.get_by_text("Open this screen").count(), "a screen without its argument")
        nowhere.goto(urllib.parse.urljoin(link, "/graph#character/list"))
        nowhere.get_by_role("link", name="Open this screen").click()
        nowhere.wait_for_selector("h1:text-is('Characters')")
        context.close()
        other = Page(browser.new_page(), f"{link}#challenge://character/detail?id=42")
        other.page.wait_for_selector("h1:text-is('Elizabeth Bennet')")
        check(not client.failures + other.failures, client.failures + other.failures)
        other.page.close()


def test_sheets(browser, switchyard, work, shots):
    """A sheet is a dialog over the page; what is not found says so once, and can be tried again and left."""
    with served(switchyard, "--plugins", work / "kinds", "--config", work / "empty.jsonc") as link:
        client = Page(browser.new_page(), link)
        page = client.page
        client.call("open", target="sheets")
        page.get_by_role("button", name="Add").click()
        page.wait_for_selector("#sheet[open] h1")
        check(page.evaluate("document.activeElement.matches('#sheet input')"), "the sheet's field has no focus")
        page.keyboard.press("Escape")
        page.wait_for_selector("#sheet", state="hidden")
        page.wait_for_function("document.activeElement.textContent === 'Add'")
        client.ask("open", target="controls", method="sheet")
        page.wait_for_selector("#sheet[open] h1")
        check(page.locator("#screen h1").count() == 1, "the page below the sheet is gone")
        page.reload()
        page.wait_for_selector("#sheet[open] h1:text-is('Controls')")
        check(page.locator("#screen h1").text_content() == "Sheets", "the page below the sheet has no title")
        page.keyboard.press("Escape")
        page.wait_for_selector("#sheet", state="hidden")
        client.settle()
        with contextlib.suppress(flows.Refused):
            client.call("open", target="lost/screen")
        reason = page.get_by_text("no feature 'lost' is installed")
        seen = [part.bounding_box()["width"] > 1 and part.evaluate("(part) => !part.closest('.read-out')") for part in reason.all()]
        check(seen.count(True) == 1, "the reason is told twice")
        with contextlib.suppress(flows.Refused):
            client.call("perform", label="Try again")
        page.wait_for_selector("h1:text-is('Not found')")
        page.get_by_text("Copy the library of 'lost' into a plugins directory").wait_for()
        page.get_by_role("button", name="Back", exact=True).click()
        page.wait_for_selector("h1:not(:text-is('Not found'))")
        check(not client.failures, client.failures)
        page.close()


def test_live(browser, switchyard, work, shots):
    """A feature that is dropped in is shown, and one that crashes is reported and not the end."""
    plugins = work / "live"
    shutil.rmtree(plugins, ignore_errors=True)
    shutil.copytree(work / "plugins", plugins)
    with served(switchyard, "--plugins", plugins, "--config", work / "empty.jsonc") as link:
        client = Page(browser.new_page(), link)
        with contextlib.suppress(flows.Refused):
            client.call("open", target="character/list")
        check("Not found" in client.page.title(), client.page.title())
        shutil.copy(work / "drop/libCharacterFeature.so", plugins)
        client.page.wait_for_selector("h1:text-is('Characters')")
        shutil.copy(work / "kinds/libbreaks.so", plugins)
        client.page.wait_for_selector("#log:has-text('breaks')")
        client.call("open", target="breaks")
        try:
            client.call("perform", label="Crash")
            raise AssertionError("the crash is not reported")
        except flows.Refused as error:
            check("crashed in perform" in str(error), error)
        if shots:
            client.page.screenshot(path=f"{shots}/crash.png")
        client.page.locator("#show-messages").click()
        check("crashed in perform" in client.page.locator("#lines").text_content(), "the crash is not among the messages")
        client.page.keyboard.press("Escape")
        client.call("open", target="character/list")
        check(client.page.title().startswith("Characters"), client.page.title())
        client.page.close()


def test_parts(browser, switchyard, work, shots):
    """Of a list of a million rows the page shows parts: more as the user scrolls, and any other."""
    with served(switchyard, "--plugins", work / "kinds", "--config", work / "empty.jsonc") as link:
        client = Page(browser.new_page(), link)
        page = client.page
        client.call("open", target="rows")
        position = page.locator(".pager .position")
        check(position.text_content() == "1–200 of 1,000,000", position.text_content())
        page.mouse.move(600, 400)
        for _ in range(100):
            page.mouse.wheel(0, 1500)
            page.wait_for_timeout(20)
            if position.text_content() == "1–1,000 of 1,000,000":
                break
        check(position.text_content() == "1–1,000 of 1,000,000", position.text_content())
        for press, first, last in [("Later", 1001, 1200), ("Last", 999801, 1000000), ("Earlier", 999601, 999800),
                                   ("First", 1, 200)]:
            page.get_by_role("button", name=press, exact=True).click()
            page.wait_for_selector(f".position:text-matches('^{first:,}–{last:,} of')")
            client.settle()
        page.get_by_placeholder("Go to").fill("777777")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Row 777777", exact=True).click()
        page.wait_for_selector("p:has-text('Pressed 777777')")
        check(not client.failures, client.failures)
        page.close()


def test_connection(browser, switchyard, work, shots):
    """A page whose connection is lost says so and goes on where it was, and one whose app has ended says that."""
    with served(switchyard, "--plugins", work / "drop", "--config", work / "empty.jsonc") as link:
        client = Page(browser.new_page(), link)
        client.call("open", target="character/detail?identifier=42")
        client.page.evaluate("socket.close()")
        client.page.wait_for_selector("#problem:has-text('The connection to the app is lost')")
        client.page.wait_for_selector("#problem .notice", state="detached")
        client.call("back")
        client.page.wait_for_selector("h1:not(:text-is('Elizabeth Bennet'))")
        client.ask("shutdown")
        client.page.wait_for_selector("#problem:has-text('The app has ended.')")
        client.page.close()


def test_picture(browser, switchyard, work, shots):
    """A page that is a file shows the app as it was, and nothing on it can be pressed."""
    options = ["--plugins", work / "kinds", "--config", work / "empty.jsonc", "sheets", "press:More", "press:Add"]
    with open(work / "picture.html", "wb") as page:
        subprocess.run([switchyard, "navigate", "--html", *options], stdout=page, check=True)
    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme=scheme)
        shown = context.new_page()
        failures = []
        shown.on("pageerror", lambda error: failures.append(str(error)))
        shown.on("request", lambda request: request.url.startswith("file:") or failures.append(request.url))
        shown.goto((work / "picture.html").as_uri())
        shown.wait_for_selector("h1")
        check(not shown.locator("main :is(button, input[type=checkbox], input[type=range], select):enabled").count(),
              "a control can be pressed")
        told = shown.locator("#picture").text_content()
        year = time.strftime("%Y", time.localtime((work / "picture.html").stat().st_mtime))
        check("This page is a picture of the app as it was on " in told and year in told and "switchyard run 'sheets" in told,
              f"it does not say what it is: {told}")
        check_accessible(shown, f"picture, {scheme}")
        if shots:
            shown.screenshot(path=f"{shots}/picture-{scheme}.png", full_page=True)
        check(not failures, failures)
        context.close()


def test_clients(browser, switchyard, work, shots):
    """Of twenty-one windows one never reads; the others see every change."""
    with served(switchyard, "--plugins", work / "drop", "--config", work / "empty.jsonc") as link:
        context = browser.new_context()
        windows = [Page(context.new_page(), link) for _ in range(20)]
        cookie = cookie_of(link)
        silent = WebSocket(link, cookie)
        silent.send("initialize", protocolVersion=1)
        reader = WebSocket(link, cookie)
        reader.send("initialize", protocolVersion=1)
        seen = []

        def read():
            while (message := reader.receive()) and not (
                    message.get("method") == "screen" and "identifier=42" in message["params"]["destination"]):
                seen.append(message)

        thread = threading.Thread(target=read, daemon=True)
        thread.start()
        for index in range(100):
            windows[0].ask("open", target=["character/list", "character"][index % 2])
        windows[0].call("open", target="character/detail?identifier=42")
        for window in windows:
            window.page.wait_for_selector("h1:text-is('Elizabeth Bennet')")
            check(not window.failures, window.failures)
        thread.join(120)
        check(not thread.is_alive(), f"a client has not seen the last screen, but {len(seen)} messages")
        context.close()


def test_strangers(browser, switchyard, work, shots):
    """Who has no cookie, or comes from another site, gets nothing."""
    with served(switchyard, "--plugins", work / "drop", "--config", work / "empty.jsonc") as link:
        cookie, port = cookie_of(link), urllib.parse.urlsplit(link).port
        query = urllib.parse.urlsplit(link).query
        for expected, path, headers in [
            (200, "/", {"Cookie": cookie}), (200, "/page.js", {"Cookie": cookie}), (200, "/page.css", {"Cookie": cookie}),
            (403, "/", {}), (403, "/page.js", {}), (403, "/page.css", {}), (403, "/graph", {}), (403, "/app", {}),
            (403, "/?token=wrong", {}), (403, "/?token=", {}), (403, f"/?{query}x", {}), (403, "/?token=wrong", {"Cookie": cookie}),
            (404, "/nothing", {"Cookie": cookie}), (404, "/../page.html", {"Cookie": cookie}),
            (200, "/", {"Cookie": cookie, "Host": f"localhost:{port}"}),
            (403, "/", {"Cookie": cookie, "Host": "evil.example"}), (403, f"/?{query}", {"Host": "evil.example"}),
            (403, "/", {"Cookie": cookie, "Host": f"evil.example:{port}"}), (403, "/", {"Cookie": cookie, "Host": "127.0.0.1"}),
            (403, "/", {"Cookie": cookie[:-1]}), (403, "/", {"Cookie": cookie + "x"}),
        ]:
            status = request(link, path, **headers).status
            check(status == expected, f"{path} {headers}: {status}, not {expected}")
        own = f"http://127.0.0.1:{port}"
        for expected, has, headers in [
            (101, cookie, {"Origin": own}), (403, None, {"Origin": own}), (403, cookie, {"Origin": None}),
            (403, cookie, {"Origin": "http://evil.example"}), (403, cookie, {"Origin": "null"}),
            (403, cookie, {"Origin": f"http://localhost:{port}"}), (403, cookie, {"Origin": f"https://127.0.0.1:{port}"}),
            (403, cookie, {"Origin": own, "Host": "evil.example"}), (403, cookie + "x", {"Origin": own}),
        ]:
            status = WebSocket(link, has, **headers).status
            check(status == expected, f"a WebSocket with {headers}: {status}, not {expected}")
        check(WebSocket(f"{own}/?token=wrong", cookie).status == 403, "a WebSocket needs no token")


def main(chromium, switchyard, work, shots=None):
    work = pathlib.Path(work)
    (work / "empty.jsonc").write_text("{}")
    if shots:
        pathlib.Path(shots).mkdir(parents=True, exist_ok=True)
    tests = [test for name, test in globals().items() if name.startswith("test_") and os.environ.get("TEST", "") in name]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for test in tests:
            began = time.monotonic()
            test(browser, switchyard, work, shots)
            print(f"passed: {test.__doc__} {time.monotonic() - began:.0f} s", flush=True)
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
