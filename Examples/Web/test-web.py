"""Tests web.py and its page in Chromium; .ci/browser builds what they need.

usage: test-web.py CHROMIUM SWITCHYARD DIRECTORY [SCREENSHOTS]
"""

import contextlib
import http.client
import importlib.util
import pathlib
import re
import shutil
import subprocess
import sys
import threading
import urllib.parse

import axe_playwright_python
from playwright.sync_api import sync_playwright

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parent / "Client"))
specification = importlib.util.spec_from_file_location("flows", here.parent / "Client/run-flows.py")
flows = importlib.util.module_from_spec(specification)
specification.loader.exec_module(flows)
axe = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()

texts = """() => {
    const screen = document.querySelector("#sheet[open]") ?? document.querySelector("main");
    const blocks = [...screen.querySelectorAll("p, a, button, h1, h2, td, th, label, dialog")];
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
        if problem := "".join(self.page.locator("#problem, #sheet-problem").all_text_contents()):
            raise refused(problem)

    @property
    def screen(self):
        """What the user sees of the app: the sheet over the page, or else the page."""
        sheet = self.page.locator("#sheet[open]")
        return sheet if sheet.count() else self.page.get_by_role("main")

    def press(self, control, key="Enter"):
        if control.is_disabled():
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

    def call(self, method, **params):
        isCovered = self.page.locator("#sheet[open]").count() > 0
        match method:
            case "open" | "tab" | "root" | "reload" if isCovered:
                self.page.evaluate("([method, params]) => ask(method, params)", [method, params])
            case "back" | "dismiss" if isCovered:
                back, close = self.page.locator("#sheet-back"), self.page.locator("#sheet-close")
                self.press(back if method == "back" and back.is_visible() else close)
            case "perform" if "value" in params:
                field = self.screen.get_by_label(params["label"])
                field.focus()
                self.page.keyboard.press("Control+A")
                self.page.keyboard.type(params["value"])
            case "perform":
                self.press(*self.control(params["label"]))
            case "tab":
                names = [tab["name"] for tab in self.state["state"]["tabs"]]
                self.press(self.page.locator("#tabs button").nth(names.index(params["name"])))
            case "open":
                self.page.locator("#target").fill(params["target"])
                self.page.locator("#target").press("Enter")
            case _:
                self.press(self.page.locator(f"#{method}"))
        if params.get("force"):
            self.page.get_by_role("button", name="Leave anyway").click()
        self.settle()


@contextlib.contextmanager
def served(switchyard, *options):
    """Starts web.py, and gives its link."""
    process = subprocess.Popen(
        [sys.executable, str(here / "web.py"), switchyard, "--session", "", *map(str, options)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        yield process.stdout.readline().strip()
    finally:
        process.send_signal(2)
        process.wait()


def request(link, method, path, token=True, **headers):
    """Sends a request as another program would, and returns the answer and its connection."""
    url = urllib.parse.urlsplit(link)
    connection = http.client.HTTPConnection(url.netloc)
    if token:
        headers["X-Token"] = url.fragment
        path += f"?token={url.fragment}" if path == "/events" else ""
    connection.request(method, path, body="{}" if method == "POST" else None, headers=headers)
    return connection.getresponse()


def check(isSo, message):
    if not isSo:
        raise AssertionError(message)


def test_flows(browser, switchyard, work, shots):
    """The nine flows of the Chat example, by the keyboard."""
    flows.shown = lambda client: client.page.evaluate(texts)
    flows.url = lambda client: client.page.evaluate("document.body.dataset.url")
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


def test_kinds(browser, switchyard, work, shots):
    """Every kind of node is shown, without a serious finding of axe-core, and can be used."""
    with served(switchyard, "--plugins", work / "kinds", "--config", work / "empty.jsonc") as link:
        for scheme in ("light", "dark"):
            context = browser.new_context(color_scheme=scheme, bypass_csp=True)
            client = Page(context.new_page(), link)
            for step in ("sheets", "press:More", "controls", "controls/screen", "press:Ask", "press:No", "breaks"):
                flows.take(client, step)
                client.page.evaluate(axe)
                findings = client.page.evaluate("axe.run(document)")["violations"]
                serious = [
                    (finding["id"], node["html"]) for finding in findings
                    if finding["impact"] in ("serious", "critical") for node in finding["nodes"]]
                check(not serious, f"{step}: {serious}")
                if shots:
                    client.page.screenshot(path=f"{shots}/{scheme}-{step.replace('/', '-').replace(':', '-')}.png")
            check(not client.failures, client.failures)
            context.close()


def test_focus(browser, switchyard, work, shots):
    """The focus and the caret stay in a field while its screen changes, and a screen that is new is read from its title."""
    with served(switchyard, "--plugins", work / "drop", "--config", work / "empty.jsonc") as link:
        client = Page(browser.new_page(), link)
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


def test_history(browser, switchyard, work, shots):
    """Each screen has an address, and the browser's Back and Forward lead where the app's do."""
    wiring = here.parent.parent / "switchyard.jsonc"
    with served(switchyard, "--plugins", work / "plugins", "--plugins", work / "drop", "--config", wiring) as link:
        client = Page(browser.new_page(), link)
        page = client.page

        def shows(title, address):
            page.wait_for_selector(f"h1:text-is('{title}')")
            page.wait_for_function("(address) => decodeURIComponent(location.hash).endsWith(address)", arg=f"/{address}")
            client.settle()

        home, characters = ("Home", "challenge://home/main"), ("Characters", "challenge://character/list")
        shows(*home)
        check(page.locator("a[href='#']").count() == 0, "a link has no address")
        client.call("perform", label="Characters")
        shows(*characters)
        page.go_back()
        shows(*home)
        page.go_forward()
        shows(*characters)
        client.call("perform", label="Elizabeth Bennet")
        shows("Elizabeth Bennet", "challenge://character/detail?id=42")
        client.call("back")
        shows(*characters)
        page.go_back()
        shows(*home)
        page.go_forward()
        shows(*characters)
        page.reload()
        shows(*characters)
        page.close()
        other = Page(browser.new_page(), f"{link}/challenge://character/detail?id=42")
        other.page.wait_for_selector("h1:text-is('Elizabeth Bennet')")
        check(not client.failures + other.failures, client.failures + other.failures)
        other.page.close()


def test_sheets(browser, switchyard, work, shots):
    """A sheet is a dialog over the page; what is not found says so once, and can be tried again and left."""
    with served(switchyard, "--plugins", work / "kinds", "--config", work / "empty.jsonc") as link:
        client = Page(browser.new_page(), link)
        page = client.page
        client.call("open", target="sheets")
        page.evaluate("ask('open', { target: 'controls', method: 'sheet' })")
        page.wait_for_selector("#sheet[open] h1")
        check(page.locator("#screen h1").count() == 1, "the page below the sheet is gone")
        page.keyboard.press("Escape")
        page.wait_for_selector("#sheet", state="hidden")
        client.settle()
        with contextlib.suppress(flows.Refused):
            client.call("open", target="lost/screen")
        reason = page.get_by_text("no feature 'lost' is installed")
        check([part.bounding_box()["width"] > 1 for part in reason.all()].count(True) == 1, "the reason is told twice")
        with contextlib.suppress(flows.Refused):
            client.call("perform", label="Try again")
        page.wait_for_selector("h1:text-is('Not found')")
        page.get_by_role("button", name="Go back").click()
        page.wait_for_selector("h1:not(:text-is('Not found'))")
        check(not client.failures, client.failures)
        page.close()


def test_usage(browser, switchyard, work, shots):
    """The help is printed, and a command line that is wrong is refused without a traceback."""
    for arguments, code in [(["--help"], 0), ([], 1), (["--port"], 1), (["--port", "x", "y"], 1), (["/no/program"], 1)]:
        ended = subprocess.run([sys.executable, here / "web.py", *arguments], capture_output=True, text=True)
        check(ended.returncode == code and "Traceback" not in ended.stderr, f"{arguments}: {ended}")


def test_live(browser, switchyard, work, shots):
    """A feature that is dropped in is shown, and one that crashes is reported and not the end."""
    with served(switchyard, "--plugins", work / "plugins", "--config", work / "empty.jsonc") as link:
        client = Page(browser.new_page(), link)
        with contextlib.suppress(flows.Refused):
            client.call("open", target="character/list")
        check("Not found" in client.page.title(), client.page.title())
        shutil.copy(work / "drop/libCharacterFeature.so", work / "plugins")
        client.page.wait_for_selector("h1:text-is('Characters')")
        shutil.copy(work / "kinds/libbreaks.so", work / "plugins")
        client.page.wait_for_selector("#log:has-text('breaks')")
        client.call("open", target="breaks")
        try:
            client.call("perform", label="Crash")
            raise AssertionError("the crash is not reported")
        except flows.Refused as error:
            check("crashed in perform" in str(error), error)
        if shots:
            client.page.screenshot(path=f"{shots}/crash.png")
        client.call("open", target="character/list")
        check(client.page.title() == "Characters", client.page.title())
        client.page.close()


def test_clients(browser, switchyard, work, shots):
    """Of twenty clients one never reads; the others see every change, as does the page."""
    with served(switchyard, "--plugins", work / "drop", "--config", work / "empty.jsonc") as link:
        client = Page(browser.new_page(), link)
        events = [request(link, "GET", "/events") for _ in range(20)]
        seen = [0] * 19

        def read(index):
            events[index].readline()
            name = events[index].readline().split(b'"')[1].decode()
            url = urllib.parse.urlsplit(link)
            connection = http.client.HTTPConnection(url.netloc)
            connection.request("POST", f"/clients/{name}", headers={"X-Token": url.fragment}, body=(
                '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}'))
            check(connection.getresponse().status == 204, "initialize is not taken")
            while b"Elizabeth Bennet" not in (line := events[index].readline()) or b"detail?identifier=42" not in line:
                seen[index] += b'"screen"' in line

        # The last one has sent 'initialize' too, and reads nothing of what it gets.
        events[19].readline()
        name = events[19].readline().split(b'"')[1].decode()
        url = urllib.parse.urlsplit(link)
        connection = http.client.HTTPConnection(url.netloc)
        connection.request("POST", f"/clients/{name}", headers={"X-Token": url.fragment}, body=(
            '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}'))
        check(connection.getresponse().status == 204, "initialize is not taken")
        threads = [threading.Thread(target=read, args=(index,), daemon=True) for index in range(19)]
        for thread in threads:
            thread.start()
        for index in range(100):
            client.call("open", target=["character/list", "character"][index % 2])
        client.call("open", target="character/detail?identifier=42")
        for thread in threads:
            thread.join(120)
        check(not any(thread.is_alive() for thread in threads), f"a client has not seen the last screen: {seen}")
        check(client.page.title() == "Elizabeth Bennet", client.page.title())
        client.page.close()


def test_strangers(browser, switchyard, work, shots):
    """Who has no token, or comes from another site, gets nothing."""
    with served(switchyard, "--plugins", work / "drop", "--config", work / "empty.jsonc") as link:
        port = urllib.parse.urlsplit(link).port
        for expected, arguments, headers in [
            (200, ("GET", "/"), {}), (404, ("GET", "/../web.py"), {}), (404, ("GET", "/page.html"), {}),
            (403, ("GET", "/events", False), {}), (403, ("POST", "/clients/x", False), {}),
            (404, ("POST", "/clients/x"), {}), (403, ("GET", "/"), {"Host": "evil.example"}),
            (403, ("GET", "/"), {"Host": f"evil.example:{port}"}),
            (403, ("POST", "/clients/x"), {"Origin": "http://evil.example"}),
            (403, ("GET", "/events"), {"Origin": "http://evil.example"}),
            (403, ("POST", "/clients/x"), {"Origin": f"http://localhost:{port}"}),
            (404, ("POST", "/clients/x"), {"Origin": f"http://127.0.0.1:{port}"}),
        ]:
            status = request(link, *arguments, **headers).status
            check(status == expected, f"{arguments} {headers}: {status}, not {expected}")


def main(chromium, switchyard, work, shots=None):
    work = pathlib.Path(work)
    (work / "empty.jsonc").write_text("{}")
    if shots:
        pathlib.Path(shots).mkdir(parents=True, exist_ok=True)
    tests = [test for name, test in globals().items() if name.startswith("test_")]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for test in tests:
            test(browser, switchyard, work, shots)
            print("passed:", test.__doc__)
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
