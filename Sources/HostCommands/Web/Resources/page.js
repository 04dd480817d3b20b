"use strict";
// The app in a browser. What the host sends is shown in elements that browsers and screen readers know; what the user
// does is sent to the host, which alone changes what is shown. A text of a feature is never markup.

const element = (id) => document.getElementById(id);
/** What is shown when the page is a file that `navigate --html` has written: a picture, without a connection. */
let saved = null;
/** The screen that is shown, its revision, and the navigation state. */
let screen, revision = 0, shown = {}, state;
/** The entries of the selected tab from the root on, and where the topmost modal begins among them, or -1. */
let trail = [], modal = -1, place = "", shownPlace = null;
/** The app's name is the title that the page comes with. */
const appName = document.title;
/** What the address has after its `#`: a link or a destination. The page may be opened at any screen. */
const wanted = fragment();

function fragment() {
  try { return decodeURIComponent(location.hash.slice(1)); } catch { return ""; }
}

/** The address of a link or a destination in this page. */
const address = (target) => `#${encodeURI(target.replace(/\p{Surrogate}/gu, "\ufffd"))}`;

/** A text of a feature, in which a sign stands for each control character. */
const plain = (text) => String(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "\ufffd");

/** A link that leads out of the app, and that a browser may follow. Any other one is an address in this page. */
const isOutside = (url) => /^(https?:|mailto:)[^\u0000- \u007f]+$/i.test(url ?? "");

// The connection

// The link has a token, which the page keeps for its other windows and takes out of the address.
let token = document.querySelector("meta[name=token]")?.content ?? new URLSearchParams(location.search).get("token") ?? "";
try { if (token) localStorage.token = token; else token = localStorage.token ?? ""; } catch { /* It keeps nothing. */ }
if (location.search) history.replaceState(history.state, "", location.pathname + location.hash);

const waiting = new Map();
let socket = null, lastID = 0, included = 0, pause = 1000, timer, connection = null, hadConnection = false;

function connect() {
  clearTimeout(timer);
  if (socket && socket.readyState <= WebSocket.OPEN) return;
  let wasOpen = false;
  const own = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/app?token=${encodeURIComponent(token)}`);
  socket = own;
  own.onmessage = (event) => { if (own === socket) take(JSON.parse(event.data)); };
  own.onopen = () => {
    wasOpen = true;
    // Whoever connects anew knows nothing of screens and revisions.
    const before = { target: shown.target, revision };
    screen = undefined;
    call("initialize", { protocolVersion: 1, client: "browser", capabilities: { patches: true } }).then(() => {
      pause = 1000;
      connection = null;
      resumed = hadConnection ? before : null;
      hadConnection = true;
      document.body.dataset.ready = "true";
      showNotices();
    }, (error) => showProblem({ text: error.message }));
  };
  own.onclose = (event) => {
    if (own !== socket) return;
    socket = null;
    for (const request of waiting.values()) request.reject({ message: "The connection is lost.", isLost: true });
    waiting.clear();
    showWaiting();
    if (event.code === 1001) {
      connection = { text: "The app has ended. Start switchyard web again, and open the link that it prints." };
    }
    else {
      connection ??= { name: "Try now", text: "The connection to the app is lost. Trying again…" };
      // An app that was started again has another key.
      if (!wasOpen) fetch("/page.js", { method: "HEAD" }).then((answer) => {
        if (answer.status !== 403 || !connection) return;
        connection = { name: "Try now", text: "The app was started again: open the link that it has printed." };
        showNotices();
      }, () => {});
      timer = setTimeout(connect, pause);
      pause = Math.min(pause * 1.6, 10000);
    }
    showNotices();
  };
}

/** Tries at once when the user comes back, and when the computer does. */
function hurry() {
  if (socket || !connection || connection.name !== "Try now" || document.hidden) return;
  pause = 1000;
  connect();
}

function call(method, params = {}) {
  const id = ++lastID;
  return new Promise((resolve, reject) => {
    if (socket?.readyState !== WebSocket.OPEN) return reject({ message: "There is no connection.", isLost: true });
    waiting.set(id, { resolve, reject });
    showWaiting();
    socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  });
}

/**
 * Sends what the user asks for, and says whether the host has done it. A refusal is shown: beside the field that it is
 * about, or at the top, and where a lock is in the way with a button that overrides it.
 */
function ask(method, params = {}, field = null) {
  return call(method, params).then((result) => {
    if (method !== "rows") clear(field);
    if (isOutside(result?.url)) window.open(result.url, "_blank", "noopener,noreferrer");
    else if (result?.url) showProblem({ text: `This page does not open addresses such as ${plain(result.url)}.` });
    return true;
  }, (error) => {
    if (error.isLost) return false;
    const canForce = method !== "perform" && error.data?.kind === "locked";
    if (field) {
      fault = { place: field, text: error.message };
      redraw();
    } else {
      note("error", null, error.message);
      const force = canForce ? () => ask(method, { ...params, force: true }) : null;
      showProblem({ text: error.message, force, isTold: error.data?.shown || isTold(error.message) });
    }
    return false;
  });
}

/** What went wrong before is not told any longer once something else was done. */
function clear(field) {
  if (problem) showProblem(null);
  if (!fault || field && fault.place !== field) return;
  fault = null;
  redraw();
}

/** Opens a place, or goes back to it if it is in the path; the user may be there already. */
function openPlace(target) {
  const index = trail.findLastIndex(({ destination }) => destination === target);
  if (trail.at(-1)?.destination === target || modal < 0 && shown.url === target) {
    show({ level: "info", message: "This is the page already." }, 2500);
  } else if (index >= 0) goTo(index);
  else ask("open", { target });
}

/** Uses a control, by its place on the screen that the user sees. */
function use(path, value, isField = false) {
  saidBefore = isField ? null : said();
  const params = value === undefined ? { path, revision } : { path, revision, value };
  // What a press has changed comes before its answer.
  return ask("perform", params, isField ? path.join("/") : null).finally(() => { saidBefore = null; });
}

/** Sends what the user has put into a field. It keeps that until a screen includes it, and as long as it is refused. */
function enter(field, path, value) {
  const sent = use(path, value, true);
  const id = lastID;
  field.sentID = id;
  sent.then((isDone) => {
    if (field.sentID !== id) return;
    field.sentID = 0;
    if (!isDone && fault) fault.field = field;
    if (field.before) setValue(field, field.before);
  });
}

function take(message) {
  const params = message.params;
  switch (message.method) {
    case "screen":
      screen = params.patch ? patched(screen, params.patch) : params.screen;
      revision = params.revision;
      included = Math.max(included, params.after ?? 0);
      shown = { destination: params.destination, url: params.url, asked: asked(params.destination ?? ""),
        target: params.url ?? asked(params.destination ?? "") ?? params.destination,
        presentation: params.presentation, failure: params.failure };
      document.body.dataset.url = params.url ?? "";
      showScreen();
      break;
    case "state":
      state = params.state;
      document.body.dataset.state = params.text;
      readState(params.path);
      break;
    case "problem":
      note("error", null, params.message);
      showProblem({ text: params.message });
      break;
    case "log": tell(params); break;
    case "waiting": break;
    default: {
      const request = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) request?.reject(message.error); else request?.resolve(message.result);
      // Once what follows from the answer is shown.
      setTimeout(showWaiting);
    }
  }
}

/** What was asked for, of the destination of a screen that says that it is not there. */
const asked = (destination) => destination.startsWith("system/notFound?")
  ? new URLSearchParams(destination.slice(destination.indexOf("?"))).get("destination") : null;

/** Carries out a JSON Patch (RFC 6902): the operations that a host sends. */
function patched(value, operations) {
  for (const { op, path, from, value: content } of operations) {
    const way = path.split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
    if (!way.length) {
      value = content;
      continue;
    }
    const last = way.pop();
    const parent = way.reduce((found, part) => found[part], value);
    if (op === "move") parent.splice(Number(last), 0, ...parent.splice(Number(from.split("/").pop()), 1));
    else if (Array.isArray(parent)) {
      parent.splice(Number(last), op === "add" ? 0 : 1, ...(op === "remove" ? [] : [content]));
    } else if (op === "remove") delete parent[last];
    else parent[last] = content;
  }
  return value;
}

// What went wrong, and what is told

let problem = null, fault = null, busyTimer, toastTimer;
const lines = [];

function showProblem(newProblem) {
  problem = newProblem;
  showNotices();
}

/** Shows what went wrong where the user is: in the question over the screen, on the sheet, or on the page. */
function showNotices() {
  const children = [];
  if (connection) {
    children.push(h("div", { class: "notice warning", key: "connection" }, h("p", {}, connection.text),
      connection.name ? h("button", { type: "button", click: connect }, connection.name) : null));
  }
  if (problem) {
    // What the screen says itself is only read out.
    children.push(h("div", { class: problem.isTold ? "read-out" : problem.isHint ? "notice" : "notice problem",
      key: "problem" }, icon(problem.isHint ? "info" : "exclamationmark.triangle"), h("p", { dir: "auto" }, problem.text),
      problem.force ? h("button", { type: "button", key: "force", click: problem.force }, "Leave anyway") : null,
      problem.isTold ? null : h("button", { type: "button", key: "close", class: "quiet", "aria-label": "Dismiss",
        click: () => showProblem(null) }, icon("xmark"))));
  }
  const places = [...document.querySelectorAll(".notices")];
  const front = boxes().at(-1)?.querySelector(".notices") ?? element(isSheet() ? "sheet-problem" : "problem");
  for (const notices of places) update(notices, notices === front ? children : []);
}

/** Whether the screen says the same itself, as the one for what is not found does. */
const isTold = (text) => [...container().querySelectorAll("p.text")].some((part) => part.textContent
  && `${text}.`.toLowerCase().endsWith(`${part.textContent.replace(/[.]$/, "")}.`.toLowerCase()));

/** Counts the requests that are not answered, and shows a bar once one takes long. */
function showWaiting() {
  document.body.dataset.waiting = waiting.size;
  if (!waiting.size) {
    clearTimeout(busyTimer);
    busyTimer = null;
    document.body.classList.remove("busy");
  } else busyTimer ??= setTimeout(() => document.body.classList.add("busy"), 300);
  container().setAttribute("aria-busy", String(Boolean(screen?.loading)));
}

/** Keeps a line for the list of messages. */
function note(level, feature, text) {
  lines.push({ level, feature, text, time: new Date() });
  if (lines.length > 100) lines.shift();
  if (element("messages").open) showMessages();
  else if (level === "error") element("show-messages").classList.add("unread");
}

/** A line of a log is kept, and shown for a while if people should see it. */
function tell(line) {
  note(line.level, line.feature, line.message);
  if (!line.feature || line.level !== "debug" && line.level !== "info") show(line);
}

/** Shows a line for a while. */
function show({ level, message }, duration = 8000) {
  update(element("log"), [h("p", { class: level, key: String(lines.length), dir: "auto" },
    icon(level === "warning" || level === "error" ? "exclamationmark.triangle" : "info"), message)]);
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => update(element("log"), []), duration);
}

function showMessages() {
  const rows = lines.toReversed().map((line, index) => h("li", { key: String(lines.length - index) },
    h("span", { class: `level ${line.level}` }, line.level), h("span", { dir: "auto", class: "message" },
      plain(line.text)),
    h("span", { class: "detail" }, [line.feature, line.time.toLocaleTimeString("en-GB")].filter(Boolean).join(", "))));
  update(element("lines"), rows.length ? [h("ul", { class: "lines", role: "list" }, ...rows)]
    : [h("p", { class: "detail", key: "none" }, "There are no messages.")]);
  element("show-messages").classList.remove("unread");
  if (!element("messages").open) element("messages").showModal();
}

// What is around the screen

const isSheet = () => element("sheet").open;
const container = () => element(isSheet() ? "sheet-screen" : "screen");
/** The questions over the screen, the last one in front. */
const boxes = () => [...document.querySelectorAll("dialog[role=alertdialog]")];
/** Reads where the user is, and takes the titles of the screens on the way there. */
function readState(titles) {
  const tab = state.tabs.find((tab) => tab.name === state.selected) ?? state.tabs[0];
  const top = tab.entries.at(-1);
  trail = tab.entries.flatMap((entry) => [entry, ...entry.inner ?? []]);
  trail.forEach((entry, index) => { entry.title = plain(titles[index]); });
  modal = trail.findLastIndex((entry) => entry.presentation !== "push");
  place = `${state.selected}/${tab.entries.length}/${top.destination}/${top.inner?.length ?? 0}`;
}

const title = () => plain(screen.title || trail.at(-1).title);

/** Follows a link, unless the user wants it in a tab of its own. */
const following = (action) => (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  action();
};

/** Goes back to an entry of the path, as far as the app lets the user. */
async function goTo(index) {
  if (index === 0 && trail.every((entry) => entry.presentation === "push")) return ask("root");
  for (let steps = trail.length - 1 - index; steps > 0; steps -= 1) if (!await ask("back").then(settled)) return;
}

function showFrame() {
  const tabs = state.tabs.filter((tab) => tab.name);
  update(element("tabs"), tabs.map((tab) => h("a", {
    key: tab.name, href: address(tab.entries.at(-1).destination), dir: "auto",
    "aria-current": tab.name === state.selected ? "page" : null, click: following(() => ask("tab", { name: tab.name })),
  }, icon(tab.symbol), h("span", {}, plain(tab.title ?? tab.name)))));
  element("tabs").hidden = !tabs.length;
  document.body.classList.toggle("has-tabs", tabs.length > 0);
  update(element("app"), [h("span", { class: "tile", "aria-hidden": "true" }, appName.charAt(0)),
    h("span", {}, appName)]);
  const tab = tabs.find((tab) => tab.name === state.selected);
  document.title = [title(), plain(tab?.title ?? appName)].filter((part, index,
    all) => all.indexOf(part) === index).join(" · ");
  const page = modal < 0 ? trail.length : modal;
  showPath(element("path"), 0, page, modal < 0 ? "back" : null);
  element("path").hidden = page < 2;
  if (modal >= 0) showPath(element("sheet-path"), modal, trail.length, "sheet-back");
}

/** Shows the path from an entry to another: where the user is, and what is below. */
function showPath(nav, first, end, backID) {
  const isModal = first > 0;
  const entries = trail.slice(first, end);
  const isLast = (index) => index === entries.length - 1 && end === trail.length;
  const items = entries.map((entry, index) => {
    const words = isLast(index) ? title() : entry.title;
    if (isLast(index)) return h("li", { key: String(index) }, h("span", { "aria-current": "page", dir: "auto" },
      words));
    const go = following(() => goTo(first + index));
    return h("li", { key: String(index) }, entry.destination
      ? h("a", { href: address(entry.destination), dir: "auto", click: go }, words)
      : h("button", { type: "button", class: "quiet", dir: "auto", click: go }, words));
  });
  const canGoBack = backID && (isModal ? entries.length > 1 : trail.length > 1) && !saved;
  update(nav, [
    canGoBack ? h("button", { type: "button", id: backID, key: "back", class: "quiet", click: () => ask("back") },
      icon("chevron.left"), "Back") : null,
    entries.length > 1 ? h("ol", { key: "path" }, ...items) : h("span", { class: "spacer", key: "spacer" }),
    isModal ? h("button", { type: "button", id: "sheet-close", key: "close", class: "quiet", "aria-label": "Close",
      title: "Close", click: () => ask("dismiss") }, icon("xmark")) : null,
  ]);
}

// The history of the browser: each screen that is new has an entry, and going back in it goes back in the app.

let isFollowing = false, isSilent = false, isOpened = false, isReplacing = false, position = 0, resumed = null;
const visited = [], left = new Map();
// What follows from an answer comes after it.
const settled = (result) => new Promise((done) => setTimeout(() => done(result), 50));

/** Gives a screen that is new an entry in the history. One that the app has gone back to has its entry already. */
function remember() {
  // The screens on the way to an entry have none of their own.
  if (isFollowing) return;
  const stays = !history.state || isReplacing || visited[position] === place || visited.length === 0;
  if (!stays && visited[position - 1] === place) {
    position -= 1;
    isSilent = true;
    return history.back();
  }
  if (!stays) {
    position += 1;
    visited.length = position;
  }
  visited[position] = place;
  const way = trail.filter((entry) => entry.destination)
    .map((entry) => ({ target: entry.destination, method: entry.presentation }));
  const entry = { position, place, target: shown.target, tab: state.selected, way };
  if (stays) history.replaceState(entry, "", address(shown.target));
  else history.pushState(entry, "", address(shown.target));
}

/** Follows the browser's history, one step after the other: each asks the app, and waits for its answers. */
let moves = Promise.resolve();
function moveInHistory({ state: entry }) {
  const end = () => { isFollowing = false; };
  if (!saved && !isSilent) moves = moves.then(() => followHistory(entry)).then(end, end);
  isSilent = false;
}

async function followHistory(entry) {
  // Before there is a connection, the address says where the app is to begin.
  if (!state) return;
  if (!entry) {
    // The user has written another address.
    position += 1;
    visited.length = position;
    const target = fragment();
    if (await (target ? ask("open", { target }) : ask("root")) || history.state) return;
    // What leads nowhere leaves the user, and the address, in place.
    position -= 1;
    isSilent = true;
    return history.back();
  }
  isFollowing = true;
  const before = position;
  position = entry.position;
  if (entry.tab && entry.tab !== state.selected) await ask("tab", { name: entry.tab }).then(settled);
  // What both ways have in common stays open.
  const way = entry.way ?? [];
  const differing = way.findIndex(({ target }, index) => trail[index]?.destination !== target);
  const common = differing < 0 ? way.length : differing;
  for (let steps = trail.length - Math.max(common, 1); steps > 0 && place !== entry.place; steps -= 1) {
    if (!await ask("back").then(settled)) break;
  }
  if (place !== entry.place && trail.length <= Math.max(common, 1)) {
    const rest = common ? way.slice(common) : [{ target: entry.target }];
    for (const step of rest) await ask("open", step).then(settled);
  }
  visited[position] = place;
  // The browser may be at the next step already.
  if (place === entry.place || history.state?.position !== position) return;
  // A locked screen stays where it is, and so does the address.
  if (visited[before] !== place || before === position) {
    isFollowing = false;
    return remember();
  }
  isSilent = true;
  history.go(before - position);
  position = before;
}

// The screen

/** The field that the feature wants the user to write into, and the one in which Enter was pressed last. */
let wantedField = null, submittedField = null;
/** Who had the focus when a question came, and how deep the screen was that was shown last. */
let asker = null, shownDepth = 0, isEndShown = false;
/** By the place of each screen the number of what was brought into sight for its feature. */
const revealed = new Map();
/** Who had the focus when a sheet was opened, and where. */
let opener = {};
/** What the screen said when a control was pressed; null once something else is said. */
let saidBefore = null;

/** What a control is called; empty for what is no control, of which the text may be that of the whole page. */
const nameOf = (part) => !part.matches("a, button, input, select, textarea, summary") ? ""
  : part.labels?.[0]?.textContent || part.textContent || part.getAttribute("aria-label") || "";
/** Where an element is in the screen: the places of those around it among their siblings. */
function wayTo(part) {
  const way = [];
  for (; part && part !== element("screen"); part = part.parentElement) {
    way.unshift([...part.parentElement?.children ?? []].indexOf(part));
  }
  return part ? way : null;
}
/** The texts of the screen. */
const texts = () => [...container().querySelectorAll("p:not(.loading, .lock), .label")];
const said = () => new Set(texts().map((part) => part.textContent));

/** Tells what a press has changed, if all of it is out of sight. */
function tellOfNews(isNew) {
  if (isNew || boxes().length) {
    saidBefore = null;
    if (element("log").querySelector(".news")) update(element("log"), []);
  }
  if (!saidBefore) return;
  const news = texts().filter((part) => part.textContent && !saidBefore.has(part.textContent));
  if (!news.length) return;
  saidBefore = null;
  const isAbove = (part) => part.getBoundingClientRect().bottom < element("top").offsetHeight;
  const isBelow = (part) => part.getBoundingClientRect().top > innerHeight;
  if (news.every((part) => isAbove(part) || isBelow(part))) {
    const text = `${isAbove(news[0]) ? "\u2191 above" : "\u2193 below"}: ${news[0].textContent}`;
    const go = () => news[0].scrollIntoView({ block: "center" });
    show({ level: "info news", message: h("button", { type: "button", click: go }, text) });
  }
}

function redraw() {
  if (screen) showScreen();
}

function showScreen() {
  const isNew = shownPlace !== place;
  const focused = document.activeElement, focusedName = nameOf(focused);
  const sheet = element("sheet");
  const isOpening = modal >= 0 && !sheet.open, isClosing = modal < 0 && sheet.open;
  const scroller = modal >= 0 ? sheet : document.scrollingElement;
  const isAtEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 40;
  if (isNew) {
    closeMenus();
    left.set(shownPlace, { top: document.scrollingElement.scrollTop, way: wayTo(focused), name: focusedName });
    fault = null;
  }
  if (isClosing) {
    sheet.close();
    update(element("sheet-screen"), []);
  }
  if (modal >= 0) sheet.className = trail[modal].presentation;
  showFrame();
  if (isOpening) {
    opener = { element: focused, place: shownPlace };
    if (!screenIsSeen()) showBelow();
    sheet.showModal();
  }
  const hadBoxes = boxes().length > 0;
  drawnWidth = chartWidth();
  update(container(), [
    h("h1", { tabindex: "-1", key: "title", id: isSheet() ? "sheet-title" : null, dir: "auto" }, title()),
    screen.lock ? h("p", { key: "lock", role: "status", class: "lock", dir: "auto" }, icon("lock"),
      h("span", {}, `Locked: ${plain(screen.lock)}`)) : null,
    ...shown.failure ? [failure()] : blocks(screen.nodes, []),
    screen.loading ? h("p", { key: "loading", role: "status", class: "loading" }, "Loading…") : null,
  ]);
  showWaiting();
  markScrollers();
  if (saved) return;
  const open = boxes();
  if (open.length && !hadBoxes) asker = focused;
  for (const box of open) {
    if (box.open) continue;
    box.showModal();
    // It never begins at what destroys something.
    box.querySelector(":is(button, input, select, textarea):not(.destructive, :disabled)")?.focus();
  }
  showNotices();
  // Who stands in the path or the tabs stays there; who stood in a screen that is gone begins at the new one.
  const isLost = !document.contains(focused) || document.activeElement === document.body;
  const wasInside = element("screen").contains(focused) || sheet.contains(focused);
  if (!open.length && !isNew && isLost) {
    // A control that others have come before is the same if it alone has its name.
    const same = [...container().querySelectorAll(focused.localName)].filter((part) => nameOf(part) === focusedName);
    if (same.length === 1) same[0].focus({ preventScroll: true });
  }
  const back = isNew && modal < 0 && trail.length < shownDepth ? left.get(place) : null;
  const isGone = !document.contains(document.activeElement) || document.activeElement === document.body;
  if (!open.length && (isGone || isOpening || isNew && (isLost || wasInside))) {
    const was = back?.way?.reduce((part, index) => part?.children[index], element("screen"));
    const before = was && nameOf(was) === back.name ? was
      : isClosing && opener.place === place ? opener.element : isLost && !isNew ? asker : null;
    const field = isOpening
      ? container().querySelector("textarea, input:is([type=text], [type=password], [type=search])") : null;
    const next = before && before !== document.body && document.contains(before) ? before : field;
    (next ?? container().querySelector("h1")).focus({ preventScroll: true });
  }
  if (!open.length) asker = null;
  const before = wantedField, active = document.activeElement;
  wantedField = container().querySelector("[data-focused]");
  const isWriting = active.matches("input, textarea") && active !== submittedField;
  if (wantedField && wantedField !== before && !isWriting && !open.length) wantedField.focus();
  // A screen that the user comes back to is where they left it; a list that is seen from its end stays there.
  const hadEnd = isEndShown, list = container().querySelector("[data-end]");
  isEndShown = Boolean(list);
  if (list && (isNew || !hadEnd || isAtEnd)) {
    scroller.scrollTop = scroller.scrollHeight;
    list.querySelector("nav.pager")?.onend?.();
  }
  if (!list && isNew && modal < 0) scroller.scrollTop = back?.top ?? 0;
  else if (!list && isOpening) sheet.scrollTop = 0;
  const number = (part) => Number(part.dataset.reveal);
  const sought = [...container().querySelectorAll("[data-reveal]")].sort((one, two) => number(two) - number(one))[0];
  if (sought && revealed.get(place) !== number(sought)) {
    revealed.set(place, number(sought));
    bringIntoSight(sought);
  }
  tellOfNews(isNew);
  shownPlace = place;
  shownDepth = trail.length;
  follow(isNew);
}

/** Scrolls to what a feature wants to be seen. A list right above it is shown at its end first, which moves it. */
async function bringIntoSight(part) {
  const pager = [...container().querySelectorAll("nav.pager")]
    .findLast((nav) => part.compareDocumentPosition(nav) & Node.DOCUMENT_POSITION_PRECEDING);
  if (pager && part.getBoundingClientRect().top - endOfList(pager) < innerHeight) await pager.onend?.();
  part.scrollIntoView({ block: "nearest" });
}

const screenIsSeen = () => element("screen").querySelector("h1") !== null;

/** The page below a modal that was there before this page was opened. */
function showBelow() {
  const below = trail[modal - 1];
  if (below) update(element("screen"), [h("h1", { key: "title", dir: "auto" }, below.title)]);
}

/** The page may have been opened at the address of another screen, and a host that was started again begins anew. */
function follow(isNew) {
  const target = !isOpened ? wanted : resumed && resumed.revision > revision ? resumed.target : null;
  const isElsewhere = target && target !== shown.target && target !== shown.destination;
  isOpened = true;
  resumed = null;
  if (isElsewhere) ask("open", { target });
  else if (isNew) remember();
}

/** A screen that cannot be shown: why, and what the user can do about it. The path leads back. */
function failure() {
  const { advice, guess } = shown.failure, target = shown.asked;
  const swap = (target) => {
    isReplacing = true;
    ask("open", { target, method: "swap" }).finally(() => { isReplacing = false; });
  };
  const retry = () => target ? ask("back").then((isDone) => isDone && ask("open", { target })) : ask("reload");
  return h("div", { class: "card stack failure", key: "failure" }, ...stack(flat(screen.nodes, [])),
    h("p", { class: "text", key: "advice", dir: "auto" }, plain(advice)),
    saved ? null : h("div", { class: "buttons", key: "steps" },
      guess ? h("button", { type: "button", key: "guess", class: "primary", dir: "auto",
        click: () => swap(guess) }, `Open ${plain(guess)}`)
        : h("button", { type: "button", key: "retry", class: "primary", click: retry }, "Try again"),
      trail.length > 1 ? h("button", { type: "button", key: "back", click: () => ask("back") }, "Go back") : null));
}

// Nodes

const dividing = ["section", "list", "table", "chart", "divider", "alert", "confirmation", "pager"];
/** How deep headings are, and whether a list is drawn that is seen from its end. */
let headingLevel = 2, isInEnd = false;

/** The nodes with their paths; those of a group stand among the others. */
function flat(children, path) {
  return (children ?? []).flatMap((child, index) => {
    const way = [...path, index];
    const isOpen = child.kind === "group" || child.kind === "embedded" && child.children;
    if (!isOpen) return [[child, way]];
    const pagers = child.elementCount ? [[{ kind: "pager", of: child, key: `pager ${child.key}` }, way]] : [];
    return [...flat(child.children, way), ...pagers];
  });
}

/** Runs of nodes that belong together, and each block that divides them. */
function runs(children, path, together, alone) {
  const result = [];
  let run = null;
  for (const [child, way] of flat(children, path)) {
    if (dividing.includes(child.kind)) {
      run = null;
      result.push(alone(child, way));
    } else if (run) run.push([child, way]);
    else result.push(run = [[child, way]]);
  }
  return result.map((part, index) => Array.isArray(part) ? together(part, index) : part);
}

/** The nodes of a screen: what is loose stands on a card. */
const blocks = (children, path) => runs(children, path, (run, index) => h("div", { key: `card ${index}`,
  class: run.every(([child]) => child.kind === "button") ? "bare" : "card stack" }, ...stack(run)), render);

/** Nodes below one another, of which buttons stand side by side, unless their labels are views in rows. */
function stack(run) {
  const result = [];
  for (const [child, way] of run) {
    const isButton = child.kind === "button"
      && !child.children?.some(({ kind }) => kind === "hstack" || kind === "group");
    if (!isButton) result.push(render(child, way));
    else if (result.at(-1)?.isButtons) result.at(-1).children.push(render(child, way));
    else result.push(Object.assign(h("div", { class: "buttons", key: `buttons ${way}` }, render(child, way)),
      { isButtons: true }));
  }
  return result;
}

/** Whether the buttons among nodes are rows that lead on: there are several, and no fields beside them. */
const areLeading = (run) => run.filter(([{ kind }]) => kind === "button").length > 1
  && !run.some(([{ kind }]) => ["textField", "toggle", "picker", "stepper", "slider"].includes(kind));

/** The nodes of a list: each is a row of a card. */
const rows = (children, path) => runs(children, path, (run, index) => h("ul", { role: "list",
  class: areLeading(run) ? "card rows leading" : "card rows",
  key: `rows ${index}` }, ...run.map(([child, way]) => h("li", { key: child.key || String(way) }, render(child, way)))),
    render);

/** The nodes as they are, such as those side by side. */
const nodes = (children = [], path) => children.map((child, index) => render(child, [...path, index]));

function label(node) {
  return node.text || (node.children ?? []).map(label).filter(Boolean).join(" ") || node.accessibilityLabel || "";
}

/** The words of a node: what it says, with its icon, its details and its badge. */
function words(node) {
  const drawing = icon(node.symbol);
  return [
    drawing, node.text ? h("span", { class: "title", key: "text" }, plain(node.text)) : null,
    ...(node.children ?? []).map((child, index) => part(child, index)),
    node.detail ? h("span", { class: "detail", key: "detail", dir: "auto" }, plain(node.detail)) : null,
    node.badge ? h("span", { class: "badge", key: "badge", dir: "auto" }, plain(node.badge)) : null,
    !label(node) && (node.symbol || node.destination)
      ? h("span", { class: drawing ? "read-out" : null }, plain(node.symbol || node.destination)) : null,
  ];
}

/** A node within the words of another. */
function part(node, index) {
  const own = { key: node.key || String(index), class: `part ${classes(node) ?? ""}`.trim() };
  if (node.kind === "spacer") return h("span", { ...own, class: "spacer" });
  if (node.kind === "divider") return null;
  const isStack = node.kind === "group" || node.kind === "hstack";
  if (isStack) own.class += node.kind === "group" ? " below" : " beside";
  else if (node.kind === "label") own.class += " label";
  return h("span", { ...own, dir: "auto" }, ...words(node));
}

const classes = (node) => [node.role ? `role-${node.role}` : "", node.destructive ? "destructive" : ""].join(" ").trim()
  || null;
const key = (node, path) => node.key || `${node.kind} ${path.at(-1)}`;

// A shortcut of one character is an access key, which the browser takes with its own modifiers.
function shortcut(node) {
  const keys = (node.shortcut ?? "").replace(/^((Control|Alt|Shift|Meta)\+)*/, "");
  if (keys.length <= 1) return keys ? { accesskey: keys } : {};
  return keys === node.shortcut ? { "data-key": keys } : {};
}

function render(node, path) {
  const own = { key: key(node, path), class: classes(node), "data-reveal": node.reveal ?? null };
  const control = { "aria-label": node.accessibilityLabel || null, disabled: node.disabled ?? false, key: "control",
    ...shortcut(node) };
  switch (node.kind) {
    case "pager": return pager(node.of);
    case "group": return h("div", { ...own, class: "stack" }, ...stack(flat(node.children, path)));
    case "list": {
      isInEnd = node.atEnd ?? false;
      const list = h("div", { ...own, "data-end": node.atEnd ? "" : null }, ...rows(node.children, path), pager(node));
      isInEnd = false;
      return list;
    }
    case "section": {
      headingLevel += 1;
      const content = rows(node.children, path);
      headingLevel -= 1;
      return h("section", own, node.text ? h(`h${Math.min(headingLevel, 6)}`, { key: "title", dir: "auto" },
        plain(node.text)) : null,
        ...content, pager(node), node.detail ? h("p", { class: "footer", key: "footer", dir: "auto" },
          plain(node.detail)) : null);
    }
    case "text": case "label": case "option": {
      const look = { ...own, class: [own.class, node.kind === "label" ? "label" : "text"].filter(Boolean).join(" "),
        dir: "auto" };
      if (!node.accessibilityLabel) return h("p", look, ...words(node));
      // A paragraph cannot have a name other than its text.
      return h("p", look, h("span", { "aria-hidden": "true", key: "shown", class: "part" }, ...words(node)),
        h("span", { class: "read-out", key: "read" }, plain(node.accessibilityLabel)));
    }
    case "link": case "urlLink": case "embedded": return link(node, path,
      { ...own, "aria-label": control["aria-label"], ...shortcut(node) });
    case "button": return button(node, path, { ...own, ...control, key: own.key });
    case "textField": return textField(node, path, control);
    case "toggle":
      return field(node, path, { ...control, type: "checkbox", role: "switch", checked: node.value === true,
        change: (event) => enter(event.target, path, event.target.checked) });
    case "picker": return picker(node, path, control);
    case "slider": {
      const { value = 0, minimum = 0, maximum = 1, step } = node.value ?? {};
      const [less, more] = nodes(node.children?.map((child, index) => signed(child, index, node)), path);
      const said = node.detail || chartNumber(value);
      return h("div", { ...own, class: "slider" }, field({ ...node, key: "slider" }, path, {
        ...control, type: "range", min: String(minimum), max: String(maximum), step: step ? String(step) : "any",
        value: String(value), "aria-valuetext": node.detail || null,
        input: (event) => enter(event.target, path, Number(event.target.value)),
      }, "input", h("output", { key: "value", "aria-hidden": "true" }, said)),
        h("span", { class: "pair", key: "pair" }, less, more));
    }
    case "progress": {
      const isKnown = typeof node.value === "number";
      return field(node, path, {
        "aria-label": node.accessibilityLabel || (node.text ? null : "Progress"), max: "1", key: "control",
        value: isKnown ? String(node.value) : null,
      }, "progress", isKnown ? h("output", { key: "value", "aria-hidden": "true" }, `${Math.round(node.value * 100)} %`)
        : null);
    }
    case "divider": return h("hr", own);
    case "table": return table(node, path, own, node.children ?? []);
    case "row": return table(node, path, own, [node]);
    case "chart": return chart(node, path, own);
    case "hstack": {
      const [row, space, ...actions] = node.children ?? [];
      const isActing = ["link", "urlLink", "text", "label", "button"].includes(row?.kind) && space?.kind === "spacer"
        && actions.length && actions.every((action) => ["button", "menu"].includes(action.kind));
      // A screen reader says of which row the actions are.
      const children = node.children?.map((child) => child.kind === "menu" ? { ...child, row: label(row) } : child);
      return h("div", { ...own, class: isActing ? "hstack acting" : "hstack" }, ...nodes(children, path));
    }
    case "spacer": return h("span", { ...own, class: "spacer" });
    case "grid": {
      const columns = Math.max(1, ...(node.children ?? []).map((row) => row.kind === "hstack" ? row.children?.length
        ?? 1 : 1));
      return h("div", { ...own, class: "grid", columns }, ...nodes(node.children, path));
    }
    case "stepper":
      return h("div", { ...own, class: "hstack stepper", role: "group", "aria-label": node.accessibilityLabel
        || node.text || null },
        h("span", { key: "words", class: "part label", dir: "auto" }, ...words({ ...node, children: [] })),
        h("span", { class: "pair", key: "pair" },
          ...nodes(node.children?.map((child, index) => signed(child, index, node)), path)));
    case "menu": {
      // The actions of a row have no title. A single one needs no menu; the keys of several rows are the same.
      const isNamed = node.text || node.symbol || node.accessibilityLabel, count = node.children?.length ?? 0;
      if (!isNamed && count < 2) return count ? nodes(node.children, path)[0] : null;
      const children = isNamed ? node.children : node.children.map((child) => ({ ...child, shortcut: "" }));
      return h("details", { ...own, class: isNamed ? "menu" : "menu actions" }, h("summary",
        { key: "head", class: isNamed ? "button" : "quiet", dir: "auto",
          "aria-label": control["aria-label"] || (isNamed ? null : ["Actions", plain(node.row ?? "")].filter(Boolean)
            .join(": ")) },
        ...isNamed ? words({ ...node, children: [] }) : [icon("ellipsis")]),
      h("div", { class: "choices", key: "choices", click: chosen }, ...nodes(children, path)));
    }
    case "disclosure": {
      const [head, ...content] = node.children ?? [];
      if (head?.kind !== "toggle") return h("div", { ...own, class: "stack" }, ...nodes(node.children, path));
      return h("div", { ...own, class: "disclosure" }, h("button", {
        type: "button", key: "head", class: "quiet", "aria-expanded": String(head.value === true),
          disabled: head.disabled ?? false,
        dir: "auto", click: () => use([...path, 0]),
      }, icon("chevron.right"), h("span", {}, plain(head.text ?? ""))), head.value === true
        ? h("div", { class: "stack", key: "content" },
        ...content.map((child, index) => render(child, [...path, index + 1]))) : null);
    }
    case "alert": case "confirmation": return question(node, path, own);
    default: // A kind of a later version is shown by its text and its children.
      return h("div", { ...own, class: "stack" }, node.text ? h("p", { key: "text", dir: "auto" }, plain(node.text))
        : null,
        ...nodes(node.children, path));
  }
}

/** A button of a slider or a stepper: a sign alone says what it does to what. */
const signed = (child, index, node) => /^[-−–+]?$/.test(child.text ?? "")
  ? { ...child, text: "", symbol: index ? "plus" : "minus",
    accessibilityLabel: child.accessibilityLabel || `${index ? "More" : "Less"}: ${label({ ...node, children: [] })}` }
      : child;

function link(node, path, own) {
  const isOut = isOutside(node.url);
  const target = node.destination || node.url;
  const look = { ...own, class: [own.class, "link", isOut ? "out" : "",
    saved && target && !node.disabled ? "leads" : ""].filter(Boolean).join(" "), dir: "auto" };
  if (node.disabled || !target || saved && !isOut) {
    const reason = node.disabled || !saved ? null : picture;
    return h("a", { ...look, role: "link", "aria-disabled": "true", title: reason }, ...words(node));
  }
  const follow = saved ? {} : { click: following(() => use(path)) };
  return h("a", { ...look, ...follow, href: isOut ? node.url : address(target), target: isOut ? "_blank" : null,
    rel: isOut ? "noopener noreferrer" : null, title: isOut ? node.url : null }, ...words(node));
}

function button(node, path, own) {
  const isPrimary = node.shortcut === "Enter" && !node.destructive;
  return h("button", { ...own, class: [own.class, "button", isPrimary ? "primary" : ""].filter(Boolean).join(" "),
    type: "button",
    dir: "auto", click: () => use(path) }, ...words(node));
}

/** A control with its name before it, and what is wrong with it below. */
function field(node, path, control, tag = "input", ...more) {
  const isWrong = fault?.place === path.join("/");
  const id = `fault-${path.join("-")}`;
  const wrong = isWrong ? { "aria-invalid": "true", "aria-describedby": id } : {};
  const kind = [classes(node), "field", node.kind, node.multiline ? "multiline" : ""].filter(Boolean).join(" ");
  const { children = [], box = "label", ...attributes } = control;
  return h("div", { class: "field-box", key: key(node, path) },
    h(box, { class: kind, key: "label", dir: "auto" },
      node.text ? h("span", { key: "name", class: "name" }, icon(node.symbol),
        h("span", { key: "text" }, plain(node.text)),
        node.badge ? h("span", { key: "badge", class: "badge" }, plain(node.badge)) : null) : null,
      h(tag, { ...attributes, ...wrong }, ...children), ...more,
      node.detail && ["toggle", "picker", "progress"].includes(node.kind)
        ? h("span", { key: "detail", class: "detail" }, plain(node.detail)) : null),
    isWrong ? h("p", { class: "fault", id, role: "alert", key: "fault" }, fault.text) : null);
}

function textField(node, path, control) {
  const type = node.secure ? "password" : node.date && node.time ? "datetime-local" : node.date ? "date" : node.time
    ? "time" : "text";
  const put = (event) => {
    // A composition is not over, and a date not complete.
    if (event.isComposing || event.target.validity.badInput) return;
    enter(event.target, path, event.target.value);
  };
  return field(node, path, {
    ...control, type: node.multiline ? null : type, autocomplete: "off", dir: "auto",
    // Without a label, what the field is for stands above it: a screen reader says the screen's title.
    "aria-label": node.accessibilityLabel || (node.text ? null : node.detail || title()),
    // Of a secure field only the length comes: what is typed here stays until the feature empties the field.
    value: node.secure && node.length ? null : node.value ?? "",
    placeholder: node.secure && node.length ? "\u2022".repeat(node.length) : node.detail || null,
    input: put, compositionend: put,
    keydown: node.submits ? (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      submittedField = event.target;
      use(path);
    } : null,
    "data-focused": node.focused ? "" : null,
    focus: node.focus ? () => { if (!isMoving) use(path, true); } : null,
    blur: node.focus ? () => { if (!isMoving) use(path, false); } : null,
  }, node.multiline ? "textarea" : "input");
}

function picker(node, path, control) {
  const options = node.children ?? [];
  const chosen = options.findIndex((option) => JSON.stringify(option.value) === JSON.stringify(node.value));
  const shown = options.map((option) => plain(label(option) + (option.badge ? ` (${option.badge})` : "")));
  // Few short options stand side by side, as tabs do.
  if (options.length > 1 && options.length < 5 && shown.join("").length <= 32 && !node.shortcut) {
    return field(node, path, { box: "div", key: "control", class: "segments", role: "radiogroup",
      "aria-label": node.accessibilityLabel || node.text || title(),
      children: options.map((option, index) => h("label", { key: option.key || String(index), dir: "auto" },
        h("input", { type: "radio", key: "control", name: `options-${path.join("-")}`, value: String(index),
          checked: index === chosen, disabled: control.disabled || option.disabled || false,
          change: (event) => enter(event.target, path, option.value) }),
        h("span", { key: "text" }, shown[index]))) }, "div");
  }
  if (options.length > 20 && !saved) {
    const choices = options.filter((option) => !option.disabled).map((option) => ({
      name: label(option), isChosen: option === options[chosen], act: () => use(path, option.value, true) }));
    return field(node, path, { ...control, type: "button", class: "select", "aria-haspopup": "dialog",
      click: () => openPalette(node.text || "Choose", choices),
        children: [label(options[chosen] ?? { text: "Choose…" })] }, "button");
  }
  const none = chosen < 0 ? [h("option", { value: "-1", key: "none" }, "")] : [];
  return field(node, path, { ...control, value: String(chosen), change: (event) => {
    const option = options[Number(event.target.value)];
    if (option) enter(event.target, path, option.value);
  }, children: [...none, ...options.map((option, index) => h("option",
    { value: String(index), key: option.key || String(index),
    disabled: option.disabled ?? false }, shown[index]))] }, "select");
}

function question(node, path, own) {
  const id = `box-${path.join("-")}`;
  const children = (node.children ?? []).map((child, index) => [child, [...path, index]]);
  const buttons = children.filter(([child]) => child.kind === "button");
  const cancel = buttons.find(([child]) => child.cancel);
  // Enter presses the first that is usual, unless the app says which one.
  const main = buttons.length > 1 && !buttons.some(([child]) => child.shortcut === "Enter")
    && buttons.find(([child]) => !child.cancel && !child.destructive && !child.disabled);
  const renderButton = ([child, way]) => {
    const button = render(child, way);
    if (child === main?.[0]) Object.assign(button.attributes, { class: "button primary", "data-key": "Enter" });
    return button;
  };
  // Escape takes the button that leaves things as they are.
  const mustAnswer = !cancel && buttons.length && !node.action;
  const leave = () => cancel ? use(cancel[1]) : mustAnswer
    ? showProblem({ text: "It asks for an answer: press one of its buttons.", isHint: true }) : ask("back");
  return h("dialog", { ...own, class: `card ${node.kind}`, role: "alertdialog", "aria-labelledby": node.text ? id
    : null,
    "aria-label": node.text ? null : "Question", open: saved ? true : undefined,
    cancel: (event) => { event.preventDefault(); leave(); }, close: (event) => event.target.isConnected
      && event.target.showModal() },
    node.text ? h("h2", { id, key: "title", dir: "auto" }, plain(node.text)) : null,
    node.detail ? h("p", { key: "detail", dir: "auto", class: "text" }, plain(node.detail)) : null,
    h("div", { class: "notices", role: "alert", key: "notices" }),
    ...children.filter(([child]) => child.kind !== "button").map(([child, way]) => render(child, way)),
    h("div", { class: "buttons end", key: "buttons" }, ...buttons.map(renderButton),
      !buttons.length && node.action
      ? h("button", { type: "button", key: "close", class: "primary", click: () => use(path) }, "OK") : null));
}

// Lists that are shown in parts

const pageLength = 200, longest = 1000;

/** What a list shows of its elements, and controls that show others. Scrolling to its end shows more of them. */
function pager(node) {
  if (!node.elementCount) return null;
  const [first, all] = [node.elementOffset ?? 0, node.elementCount];
  const count = (node.children ?? []).filter((row) => !row.header).length;
  const number = (value) => value.toLocaleString("en");
  const last = Math.max(0, all - pageLength);
  /** Shows the elements from an offset on, and scrolls to one of them. */
  const show = async (nav, offset, index) => {
    if (!await ask("rows", { key: node.key, offset, count: pageLength })) return;
    const items = nav.parentElement.querySelectorAll(":scope > ul > li, tbody > tr");
    items[Math.min(index - offset, items.length - 1)]?.scrollIntoView({ block: index === offset ? "start" : "center" });
  };
  const step = (name, symbol, offset, index, isOff) => h("button", { type: "button", key: name, disabled: isOff,
    title: name,
    "aria-label": name, class: "quiet", click: (event) => show(event.currentTarget.closest("nav"), offset, index) },
      icon(symbol));
  const jump = (event) => {
    const index = Math.min(Math.max(Math.round(Number(event.target.value)) - 1, 0), all - 1);
    if (event.target.value) show(event.target.closest("nav"), Math.min(index, last), index);
  };
  return h("nav", { class: "pager", key: `pager ${node.key}`, "aria-label": "Parts of the list",
    end: first + count < all ? () => ask("rows", { key: node.key, offset: last, count: pageLength }) : null,
    more: !isInEnd && first + count < all && count < longest
      ? () => ask("rows", { key: node.key, offset: first, count: Math.min(count + pageLength, longest) }) : null },
    h("span", { key: "shown", class: "position" }, `${number(first + 1)}–${number(first + count)} of ${number(all)}`),
    step("First", "chevron.left.2", 0, 0, first === 0),
    step("Earlier", "chevron.left", Math.max(0, first - pageLength), Math.max(0, first - pageLength), first === 0),
    step("Later", "chevron.right", Math.min(first + count, last), first + count, first + count >= all),
    step("Last", "chevron.right.2", last, all - 1, first + count >= all),
    h("label", { key: "jump", class: "jump" }, h("span", { class: "read-out" }, "Go to the element with the number"),
      h("input", { type: "number", min: "1", max: String(all), placeholder: "Go to", change: jump })));
}

/** Where the list of a pager ends in the window; the pager itself stays in sight. */
const endOfList = (pager) => pager.previousElementSibling?.getBoundingClientRect().bottom ?? Infinity;

let isExtending = false;

/** Shows more of a list whose end comes into sight. */
async function extend() {
  if (isExtending || boxes().length) return;
  for (const nav of container().querySelectorAll("nav.pager")) {
    if (typeof nav.onmore !== "function" || endOfList(nav) > innerHeight + 800) continue;
    isExtending = true;
    await nav.onmore();
    isExtending = false;
    return;
  }
}

// Tables

/** How the user has sorted tables: by the number of a column, and whether the last comes first. */
const sortings = new Map();

function table(node, path, own, children) {
  const entries = children.map((child, index) => [child, node.kind === "row" ? path : [...path, index]]);
  const heads = entries.filter(([row]) => row.header);
  let others = entries.filter(([row]) => !row.header);
  const width = Math.max(1, ...children.map((row) => row.children?.length ?? 0));
  const cells = (column) => others.map(([row]) => label(row.children?.[column] ?? {})).filter(Boolean);
  const isNumber = (text) =>
    /^[-+−~≈<>]?\s?[€$£¥]?\s?\d[\d.,\s':]*\s?([€$£¥%‰°]|[a-zA-Zµ]{1,3})?$/.test(text);
  const numeric = Array.from({ length: width }, (_, column) => cells(column).length > 0
    && cells(column).every(isNumber));
  const spot = path.join("/");
  const sorting = sortings.get(`${place} ${spot}`);
  if (sorting && !node.elementCount) {
    const { column, isDown } = sorting;
    const value = ([row]) => label(row.children?.[column] ?? {});
    const amount = (text) => Number(text.replace(/[^\d.+-]/g, "").replace(/(?!^)[+-]/g, ""));
    const compare = numeric[column] ? (one, two) => amount(value(one)) - amount(value(two))
      : (one, two) => value(one).localeCompare(value(two), "en", { numeric: true });
    others = others.toSorted((one, two) => isDown ? compare(two, one) : compare(one, two));
  }
  const canSort = !node.elementCount && others.length > 1 && !saved;
  const row = ([row, way]) => tableRow(row, way, numeric, canSort && row.header ? spot : null, sorting);
  const name = node.accessibilityLabel || node.text || "Table";
  return h("div", { ...own, key: `table ${own.key}`, class: `card table${width > 3 ? " wide" : ""}` },
    h("div", { class: "scroller", "data-name": plain(name), key: "scroller" },
      h("table", { key: "table" }, heads.length ? h("thead", { key: "head" }, ...heads.map(row)) : null,
        h("tbody", { key: "body" }, ...others.map(row)))), pager(node));
}

function tableRow(row, path, numeric, sorted, sorting) {
  const isUsed = (row.destination || row.action) && !row.disabled && !row.header;
  const press = (event) => {
    if (!event.target.closest("a, button, input, select, textarea, label, summary")) use(path);
  };
  return h("tr", { key: key(row, path), "data-reveal": row.reveal ?? null, class: isUsed ? "used" : null,
    click: isUsed && !saved ? press : null },
    ...(row.children ?? []).map((cell, index) => {
      const own = { key: String(index), class: numeric[index] ? "number" : label(cell).length <= 24 ? "short" : null,
        scope: row.header ? "col" : null };
      if (sorted !== null && cell.kind === "text" && label(cell)) {
        const isSorted = sorting?.column === index;
        return h("th", { ...own, "aria-sort": isSorted ? (sorting.isDown ? "descending" : "ascending") : null },
          h("button", { type: "button", class: "quiet", dir: "auto", click: () => sort(sorted, index) },
            plain(label(cell)),
            icon(isSorted && sorting.isDown ? "chevron.down" : "chevron.up")));
      }
      if (row.header) return h("th", own, render(cell, [...path, index]));
      if (index || !isUsed) return h("td", own, render(cell, [...path, index]));
      return h("td", own, row.destination ? link({ ...row, children: [cell] }, path, { key: "use" })
        : h("button", { type: "button", key: "use", class: "quiet use", dir: "auto", click: () => use(path) },
          ...words(cell)));
    }));
}

/** What is wider than its place is scrolled by itself, by the keyboard too; anything else with the page. */
function markScrollers() {
  for (const scroller of container().querySelectorAll(".scroller")) {
    const isScrolled = scroller.scrollWidth > scroller.clientWidth + 1;
    scroller.classList.toggle("sideways", isScrolled);
    for (const [name, value] of [["tabindex", "0"], ["role", "region"], ["aria-label", scroller.dataset.name]]) {
      if (isScrolled) scroller.setAttribute(name, value); else scroller.removeAttribute(name);
    }
    // The first column stays, unless it leaves the others too little room; an end behind which there is more fades.
    const first = scroller.querySelector("tr > :first-child");
    const isFixed = isScrolled && first?.offsetWidth <= scroller.clientWidth / 2;
    scroller.classList.toggle("fixed", isFixed);
    scroller.style.scrollPaddingInlineStart = isFixed ? `${first.offsetWidth}px` : "";
    scroller.onfocusin = ({ target }) => target.closest("th, td")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    const fade = () => scroller.classList.toggle("more",
      scroller.scrollWidth - scroller.clientWidth - Math.abs(scroller.scrollLeft) > 1);
    scroller.onscroll = fade;
    fade();
  }
}

/** Sorts a table by a column: upwards, then downwards, then as the feature has it. */
function sort(spot, column) {
  const name = `${place} ${spot}`, before = sortings.get(name);
  if (before?.column !== column) sortings.set(name, { column, isDown: false });
  else if (!before.isDown) sortings.set(name, { column, isDown: true });
  else sortings.delete(name);
  redraw();
}

// Charts

/** A chart is drawn as wide as it is shown, so that its words have the size of others. */
const chartWidth = () => Math.round(Math.min(Math.max((container().clientWidth || 600) - 34, 260), 680));
let drawnWidth = 600;
const chartNumber = (value) => Math.abs(value) < 1e12 ? String(Math.round(value * 1000) / 1000) : String(value);

function chart(node, path, own) {
  const { mark, labelName, valueName, labels = [], values = [], positions } = node.value ?? {};
  const isBar = mark === "bar" || mark === "horizontalBar";
  const low = Math.min(...values, ...(isBar ? [0] : [])), high = Math.max(...values, ...(isBar ? [0] : []));
  const canDraw = values.length && values.length === labels.length && Number.isFinite(high - low);
  const values_ = h("div", { key: "values" }, ...nodes(node.children, path));
  if (!canDraw) return h("div", own, node.text ? h("p", { key: "text", dir: "auto" }, plain(node.text)) : null,
    values_);
  const names = [valueName, labelName].filter(Boolean).join(" by ");
  const least = values.indexOf(Math.min(...values)), most = values.indexOf(Math.max(...values));
  const summary = [node.accessibilityLabel, `${isBar ? "bar" : mark} chart`, names, `${values.length} values from `
    + `${chartNumber(values[least])} (${labels[least]}) to ${chartNumber(values[most])} (${labels[most]})`]
    .filter(Boolean).join(", ");
  const draw = mark === "horizontalBar" ? drawLyingBars : drawStanding;
  return h("figure", { ...own, class: "card chart" }, node.text || names
    ? h("figcaption", { key: "text", dir: "auto" }, plain(node.text || names)) : null,
    draw({ mark, labels: labels.map(plain), values, positions, low, high, isBar }, plain(summary)),
    h("details", { key: "details" }, h("summary", { key: "head" }, "Show as table"), values_));
}

const svg = (width, height, name, ...children) => h("svg", { viewBox: `0 0 ${width} ${height}`, role: "img",
  "aria-label": name,
  key: "picture" }, ...children);
const word = (x, y, anchor, text) => h("text", { x, y, "text-anchor": anchor }, text);
/** A text that is cut where it would be too long; a letter is 8 wide. */
const cut = (text, width) => text.length * 8 <= width ? text
  : `${text.slice(0, Math.max(1, Math.floor(width / 8) - 1))}…`;

function drawLyingBars({ labels, values, low, high }, name) {
  const width = chartWidth();
  const left = Math.min(Math.max(...labels.map((text) => text.length)) * 8 + 12, width * 0.35),
    room = width - left - 64;
  const x = (value) => left + room * (value - low) / (high - low || 1);
  return svg(width, values.length * 32 + 4, name, ...values.flatMap((value, index) => [
    word(left - 10, index * 32 + 21, "end", cut(labels[index], left - 10)),
    h("rect", { class: "mark", x: Math.min(x(0), x(value)), y: index * 32 + 6, rx: 4, height: 20,
      width: Math.abs(x(value) - x(0)) }),
    word(Math.max(x(0), x(value)) + 8, index * 32 + 21, "start", chartNumber(value))]));
}

/** Round numbers for the lines behind a chart: about four steps from the lowest value to the highest. */
function ticks(low, high) {
  const rough = (high - low) / 4, unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * unit >= rough * 0.99) * unit;
  const first = Math.floor(low / step + 1e-9), last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

function drawStanding({ mark, labels, values, positions, low, high, isBar }, name) {
  const lines = low < high ? ticks(low, high) : isBar ? [0, 1] : [low - 1, low, low + 1];
  const [bottom, top] = [lines[0], lines.at(-1)];
  const width = chartWidth(), height = 240, floor = height - 28;
  const left = Math.max(...lines.map((line) => chartNumber(line).length)) * 8 + 12, room = width - left - 8;
  const y = (value) => 10 + (floor - 10) * (1 - (value - bottom) / (top - bottom));
  const slot = room / values.length;
  const [from, to] = positions ? [Math.min(...positions), Math.max(...positions)] : [0, values.length - 1];
  const share = (index) => to > from ? ((positions ? positions[index] : index) - from) / (to - from) : 0.5;
  const x = (index) => isBar ? left + slot * (index + 0.5) : left + 8 + (room - 16) * share(index);
  const order = values.map((_, index) => index).sort((one, two) => x(one) - x(two));
  const points = order.map((index) => `${x(index).toFixed(1)},${y(values[index]).toFixed(1)}`).join(" ");
  let free = 0;
  const named = order.flatMap((index) => {
    // Labels that would overlap are left out.
    const text = cut(labels[index], Math.max(slot, 84)), half = text.length * 4;
    const middle = Math.min(Math.max(x(index), half), width - half);
    if (middle - half < free) return [];
    free = middle + half + 10;
    return [word(middle, height - 8, "middle", text)];
  });
  const bar = Math.min(slot * 0.7, 56);
  return svg(width, height, name,
    ...lines.flatMap((line) => [h("line", { class: line === 0 && isBar ? "axis zero" : "axis", x1: left, x2: width,
      y1: y(line), y2: y(line) }),
      word(left - 8, y(line) + 5, "end", chartNumber(line))]),
    mark === "line" ? h("polygon", { class: "area",
      points: `${x(order[0])},${floor} ${points} ${x(order.at(-1))},${floor}` }) : null,
    mark === "line" ? h("polyline", { class: "mark", points }) : null,
    ...values.map((value, index) => isBar
      ? h("rect", { class: "mark", x: x(index) - bar / 2, y: Math.min(y(0), y(value)), rx: Math.min(4, bar / 4),
        width: bar,
        height: Math.abs(y(0) - y(value)) })
      : mark === "point" || values.length < 40 ? h("circle",
        { class: "dot", cx: x(index), cy: y(value), r: mark === "line" ? 3 : 4 }) : null),
    ...named);
}

// The palette: a list of what can be opened and used, which is filtered as the user types

let choices = [], matching = [], active = 0, takesLinks = false, hidden = 0;
/** The kinds of what can be opened and used, in their order, and how many of the first are shown while nothing is typed. */
const groups = { screen: "On this screen", places: "Places", app: "The app", back: "Back to" }, mostOfScreen = 5;

/** Lets the user choose: of the app's places and the screen's controls, or of the options that are given. */
function openPalette(title = "Go to", options = null, isPlain = false) {
  element("palette").classList.toggle("plain", isPlain);
  choices = options ?? placesAndControls();
  if (!options) addDestinations(choices);
  takesLinks = !options;
  update(element("palette-title"), [title]);
  update(element("palette-hint"), [isPlain ? "Escape closes." : options ? "Enter chooses, Escape closes."
    : "Type a name, a link or a destination. Enter opens it."]);
  element("target").value = "";
  element("target").placeholder = options ? "" : "A place, or a control of this screen";
  filter();
  if (options) active = Math.max(0, matching.findIndex((choice) => choice.isChosen));
  if (!element("palette").open) element("palette").showModal();
  showChoices();
}

function placesAndControls() {
  const tabs = state.tabs.filter((tab) => tab.name).map((tab) => ({ name: tab.title ?? tab.name, kind: "Tab",
    group: groups.places, symbol: tab.symbol, act: () => ask("tab", { name: tab.name }) }));
  const path = trail.slice(0, -1).map((entry, index) => ({ name: entry.title, kind: "Path", group: groups.back,
    act: () => goTo(index) }));
  // The actions of rows are reached from their rows: a list may have many.
  const controls = [...container().querySelectorAll("a[href], button, input, select, textarea, summary")]
    .filter((control) => !control.disabled && !control.closest("nav, th, .notices, .chart, .actions")).slice(0,
      500).map((control) => {
      const isMenu = control.tagName === "SUMMARY";
      const isPressed = isMenu || ["A", "BUTTON"].includes(control.tagName) && !control.classList.contains("select");
      const kind = isMenu ? "Menu" : control.tagName === "A" ? "Link" : isPressed ? "Button" : "Field";
      const label = isPressed ? control : control.labels?.[0] ?? control;
      const words = (selector) => [...label.querySelectorAll(selector)].map((part) => part.textContent).join(" ");
      const name = control.getAttribute("aria-label") || words(".title, .name") || control.textContent;
      return { name: name.trim(), about: words(".detail"), kind, group: groups.screen,
        act: () => { if (isPressed) control.click(); else control.focus(); } };
    }).filter((choice) => choice.name);
  return [...controls, ...tabs, { name: "Graph of the app", kind: "Page", symbol: "map", group: groups.app,
    act: () => element("graph").click() },
    { name: "Messages", kind: "Page", symbol: "bell", group: groups.app, act: showMessages },
    { name: "Reload what has changed", kind: "App", symbol: "arrow.clockwise", group: groups.app,
      act: () => ask("reload") },
    ...path];
}

/** Adds the destinations of all features, once the host has answered: one with arguments is written on by the user. */
function addDestinations(listed) {
  call("routes").then(({ routes }) => {
    if (choices !== listed) return;
    listed.push(...routes.filter((route) => route.direction === "incoming").map((route) => {
      const { destination, summary: about } = route;
      // A list, such as [string], is empty without one.
      const needed = route.arguments.filter(({ optional, default: value, type }) => !optional && value === undefined
        && !type.startsWith("[")).map(({ name }) => `${name}=`), isWhole = !needed.length;
      const act = isWhole ? () => openPlace(destination) : () => {
        openPalette();
        const target = element("target"), start = `${destination}?${needed[0]}`;
        target.value = `${destination}?${needed.join("&")}`;
        target.setSelectionRange(start.length, start.length);
        filter();
        showChoices();
      };
      return { name: isWhole ? destination : `${destination}?…`, about, kind: "Place", group: groups.places, act };
    }));
    const chosen = matching[active];
    filter();
    active = Math.max(0, matching.indexOf(chosen));
    showChoices();
  }, () => {});
}

/** The keys that do something here, each as a choice that does it. */
function showKeys() {
  const controls = [...container().querySelectorAll("[accesskey], [data-key]")].filter((control) => !control.disabled)
    .map((control) => ({ name: (control.getAttribute("aria-label") || control.textContent).trim(),
      kind: control.accessKey ? `Alt ${control.accessKey.toUpperCase()}` : control.dataset.key,
      act: () => control.click() }));
  const back = trail.length > 1 || isSheet()
    ? [{ name: "Back", kind: "Escape, Alt ←", act: () => ask("back") }] : [];
  const others = [["To the next, the one before", "Tab, Shift Tab"], ["Press, follow, choose", "Enter"],
    ["Switch, press", "Space"], ["Sort a table", "Enter on a title"], ["These keys", "?"]];
  openPalette("Keys", [{ name: "Go to a place, or to what is on the screen", kind: "Ctrl K or /",
    act: () => openPalette() }, ...back, ...controls,
  ...others.map(([name, kind]) => ({ name, kind, act: () => {} }))], true);
}

function filter() {
  const text = element("target").value.trim(), words = text.toLowerCase().split(/\s+/);
  const begins = (choice) => choice.name.toLowerCase().startsWith(text.toLowerCase());
  const says = ({ name, about }) => `${name} ${about ?? ""}`.toLowerCase();
  matching = choices.filter((choice) => words.every((word) => says(choice).includes(word)));
  // Else the names with all its letters in order.
  if (!matching.length && text.length > 2 && !/[:/?]/.test(text)) {
    const letters = [...text.toLowerCase()];
    matching = choices.filter(({ name }) => [...name.toLowerCase()].reduce((found, letter) => found
      + (letter === letters[found]), 0) === letters.length);
  }
  // Groups with what begins with the text come before those that have it within.
  const all = Object.values(groups);
  const first = all.filter((group) => text && matching.some((choice) => choice.group === group && begins(choice)));
  const order = [...first, ...all.filter((group) => !first.includes(group))];
  matching.sort((one, two) => order.indexOf(one.group) - order.indexOf(two.group) || begins(two) - begins(one));
  const onScreen = text ? [] : matching.filter(({ group }) => group === groups.screen);
  hidden = Math.max(0, onScreen.length - mostOfScreen);
  matching = matching.filter((choice) => !onScreen.slice(mostOfScreen).includes(choice)).slice(0, takesLinks ? 100 : 5000);
  const typed = { name: `Open “${text}”`, kind: "Link", symbol: "arrow.right", act: () => openPlace(text) };
  // A link or a whole destination comes first; a word, or what is begun, may be meant for a place.
  const isBegun = matching.some((choice) => choice.kind === "Place" && begins(choice) && choice.name !== text);
  if (text && takesLinks && /[:/?]/.test(text)) matching[isBegun ? "push" : "unshift"](typed);
  const [, unwritten] = takesLinks && /[?&]([^=&]+)=$/.exec(text) || [];
  if (unwritten) matching = [{ name: `Write the ${unwritten} at the end`, kind: "Place", symbol: "pencil" }];
  active = 0;
}

function showChoices() {
  update(element("choices"), matching.length ? matching.map((choice, index) => h("li", {
    role: "option", id: `choice-${index}`, key: String(index), "aria-selected": String(index === active),
    class: choice.isChosen ? "chosen" : null, click: () => choose(choice),
    "data-group": choice.group !== matching[index - 1]?.group ? choice.group : null,
    "data-more": hidden && choice.group === groups.screen && choice.group !== matching[index + 1]?.group
      ? `… ${hidden.toLocaleString("en")} more: type to find them` : null,
  }, icon(choice.symbol) ?? icon({ Tab: "square", Path: "arrow.left", Link: "link", Button: "circle",
    Field: "pencil", Place: "arrow.right" }[choice.kind]),
  h("span", { class: "title", key: "name", dir: "auto" }, plain(choice.name),
    choice.about ? h("span", { class: "about", key: "about" }, plain(choice.about)) : null),
  choice.kind ? h("span", { class: "detail", key: "kind" }, choice.kind) : choice.isChosen ? icon("checkmark") : null))
    : [h("li", { role: "option", "aria-disabled": "true", "aria-selected": "false", key: "none" },
      "Nothing has this name.")]);
  element("target").setAttribute("aria-activedescendant", matching.length ? `choice-${active}` : "");
  element("choices").children[active]?.scrollIntoView({ block: "nearest" });
}

function choose(choice) {
  // What fits nothing stays to be mended.
  if (!choice?.act) return;
  element("palette").close();
  // Who stood in the frame is in the screen from here on.
  if (element("top").contains(document.activeElement)) container().querySelector("h1").focus({ preventScroll: true });
  choice.act();
}

function steer(event) {
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
  if (event.key === "Enter" && !event.isComposing) choose(matching[active]);
  else if (steps && matching.length) {
    const next = active + steps;
    active = Math.abs(steps) === 1 ? (next + matching.length) % matching.length
      : Math.min(Math.max(next, 0), matching.length - 1);
    showChoices();
  } else return;
  event.preventDefault();
}

// Elements: a description of them is compared with those that are there, which stay as long as they have their key.

function h(tag, attributes, ...children) {
  return { tag, attributes, children: children.filter((child) => child !== null && child !== undefined) };
}

/** The drawing of a symbol, for the longest known part of its name; a character stands for itself. */
function icon(symbol) {
  if (!symbol) return null;
  if ([...symbol].length === 1 || /^\p{Extended_Pictographic}/u.test(symbol)) {
    return h("span", { class: "icon sign", "aria-hidden": "true", key: "icon" }, symbol);
  }
  const parts = symbol.split(".");
  // A crossed symbol means the opposite of the plain one, and has no drawing.
  while (parts.length && !Object.hasOwn(drawings, parts.join("."))) parts.pop();
  if (!parts.length || symbol.split(".").includes("slash")) return null;
  return h("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", key: "icon" },
    h("path", { d: drawings[parts.join(".")] }));
}

let isMoving = false;

function update(parent, descriptions) {
  const old = new Map(), counts = new Map();
  const unique = (identity) => {
    const count = counts.get(identity) ?? 0;
    counts.set(identity, count + 1);
    return count ? `${identity} #${count}` : identity;
  };
  for (const child of parent.childNodes) old.set(child.identity ?? child, child);
  const listed = descriptions.filter((description) => description || description === "").map((description, index) => {
    const isText = typeof description !== "object";
    const identity = unique(isText ? `text ${index}` : `${description.tag} ${description.attributes.key ?? index}`);
    let child = old.get(identity);
    if (child) old.delete(identity);
    else {
      const isDrawn = description.tag === "svg" || parent.namespaceURI?.endsWith("svg");
      child = isText ? document.createTextNode("") : isDrawn ? document.createElementNS("http://www.w3.org/2000/svg",
        description.tag)
        : document.createElement(description.tag);
      child.identity = identity;
    }
    return [child, description];
  });
  for (const child of old.values()) child.remove();
  let next = parent.firstChild;
  for (const [child, description] of listed) {
    if (child === next) next = next.nextSibling;
    else {
      const focused = child.contains(document.activeElement) ? document.activeElement : null;
      isMoving = true;
      parent.insertBefore(child, next);
      focused?.focus({ preventScroll: true });
      isMoving = false;
    }
    if (typeof description === "object") describe(child, description);
    else if (child.data !== String(description)) child.data = description;
  }
}

function describe(target, { attributes, children }) {
  const before = target.before ?? {};
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "key" || value === undefined) continue;
    const isInput = ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
    if (typeof value === "function") target[`on${name}`] = value;
    else if (name === "columns") target.style.gridTemplateColumns = `repeat(${value}, auto)`;
    else if (name === "checked" || name === "value" && isInput) continue;
    else if (typeof value === "boolean") target[name] = value;
    else if (value === null) {
      target.removeAttribute(name);
      if (typeof before[name] === "function") target[`on${name}`] = null;
    } else if (before[name] !== value) target.setAttribute(name, value);
  }
  for (const [name, value] of Object.entries(before)) {
    if (name in attributes || name === "key") continue;
    if (typeof value === "function") target[`on${name}`] = null;
    else if (typeof value === "boolean") target[name] = false;
    else target.removeAttribute(name);
  }
  target.before = attributes;
  if (target.tagName !== "TEXTAREA") update(target, children);
  // The options of a select come first.
  setValue(target, attributes);
}

/** Shows the host's value, unless it lacks what the user has put in since. */
function setValue(target, { value, checked }) {
  if (target.sentID > included || fault?.field === target) return;
  if (typeof checked === "boolean") target.checked = checked;
  if (!["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName) || typeof value !== "string"
    || target.value === value) return;
  const isWriting = target === document.activeElement;
  // A date that is not complete has no value yet.
  if (isWriting && target.validity.badInput) return;
  const caret = isWriting && /^(text|password|textarea)$/.test(target.type)
    ? [target.selectionStart, target.selectionEnd] : null;
  target.value = value;
  if (caret) target.setSelectionRange(...caret.map((place) => Math.min(place, value.length)));
}

// The beginning

const picture = "This is a picture of the app; run switchyard to use it";

/** Shows the app as it was when the page was written. Nothing can be pressed, and no connection is made. */
function showPicture() {
  saved = JSON.parse(element("saved").textContent);
  ({ state, screen } = saved);
  shown = { destination: saved.destination ?? "", url: saved.url, target: saved.url ?? saved.destination,
    failure: saved.failure };
  document.body.dataset.state = saved.text ?? "";
  document.body.dataset.url = saved.url ?? "";
  document.body.classList.add("saved");
  readState(saved.path);
  const kind = modal < 0 ? null : trail[modal].presentation;
  modal = -1;
  // The browser knows when a file was written; of a page from a server it may give the time of loading it.
  const time = location.protocol === "file:"
    ? ` as it was on ${new Date(document.lastModified).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" })}`
    : "";
  const link = plain(shown.target ?? "");
  const place = link && !/['\s]/.test(link) ? ` '${link}'` : "";
  update(element("picture"), [h("p", {},
    `This page is a picture of the app${time}: nothing on it can be pressed. To use the app, run `,
    h("code", {}, `switchyard run${place}`), " or ", h("code", {}, "switchyard web"), ".")]);
  element("picture").hidden = false;
  for (const id of ["tools", "skip"]) element(id).remove();
  showScreen();
  if (kind) element("screen").classList.add("modal", kind);
  if (saved.steps?.length) {
    const footer = document.createElement("footer");
    element("screen").after(footer);
    update(footer, [h("details", {}, h("summary", {}, "Steps"), h("ol", {}, ...saved.steps.map(({ step, state }) =>
      h("li", {}, h("code", {}, plain(step)), " ", h("span", { class: "detail" }, plain(state))))))]);
  }
  for (const control of document.querySelectorAll("button, input, select, textarea")) {
    if (control.matches("textarea, input:not([type=checkbox], [type=range], [type=number])")) {
      control.readOnly = true;
      control.tabIndex = -1;
    } else {
      if (control.disabled) control.dataset.off = "";
      control.disabled = true;
    }
    control.title = picture;
  }
  for (const link of document.querySelectorAll("a[href^='#']")) {
    link.removeAttribute("href");
    link.setAttribute("role", "link");
    link.setAttribute("aria-disabled", "true");
    link.title = picture;
  }
  // The actions of a row would stand in it.
  for (const menu of document.querySelectorAll("details.menu:not(.actions)")) menu.open = true;
}

/** Closes a menu once something in it has been pressed. */
function chosen(event) {
  const menu = event.currentTarget.parentElement;
  if (!event.target.closest("button, a")) return;
  const isInside = menu.contains(document.activeElement);
  menu.open = false;
  if (isInside) menu.firstElementChild.focus();
}

/** Closes the open menus, but those with an element. */
function closeMenus(inside = null) {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!inside || !menu.contains(inside)) menu.open = false;
  }
}

/** Puts the list of an opened menu where there is room in the window, whatever scrolls around it. */
function placeMenu(menu) {
  const list = menu.lastElementChild, head = menu.firstElementChild.getBoundingClientRect();
  const below = innerHeight - head.bottom - 12, above = head.top - element("top").offsetHeight - 12;
  const isBelow = list.scrollHeight <= below || below >= above;
  const height = Math.min(list.scrollHeight + 2, Math.max(isBelow ? below : above, 80));
  const width = list.offsetWidth, isAtEnd = menu.classList.contains("actions");
  Object.assign(list.style, { maxHeight: `${height}px`, top: `${isBelow ? head.bottom + 4 : head.top - 4 - height}px`,
    left: `${Math.max(8, Math.min(isAtEnd ? head.right - width : head.left, innerWidth - width - 8))}px` });
}

/** The keys that go through an open menu. */
const menuSteps = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };

function press(event) {
  const isTyping = event.target.matches("input:not([type=checkbox], [type=range]), textarea, select");
  const isElsewhere = element("palette").open || element("messages").open;
  if (isElsewhere || !screen || event.defaultPrevented) return;
  if (event.key === "k" && (event.ctrlKey || event.metaKey) || event.key === "/" && !isTyping && !event.ctrlKey
    && !event.altKey) {
    event.preventDefault();
    return boxes().length ? undefined : openPalette();
  }
  if (event.key === "?" && !isTyping && !boxes().length) {
    event.preventDefault();
    return showKeys();
  }
  const menu = event.target.closest("details.menu[open]");
  if (menu && event.key in menuSteps && !event.target.matches("input:not([type=checkbox]), select, textarea")) {
    const items = [...menu.lastElementChild.querySelectorAll(":is(button, input):not([disabled]), a[href], summary")]
      .filter((part) => part.getClientRects().length);
    const next = items.indexOf(document.activeElement) + menuSteps[event.key];
    items[Math.max(0, Math.min(next, items.length - 1))]?.focus();
    return event.preventDefault();
  }
  if (event.key === "Escape" && menu) {
    menu.open = false;
    menu.firstElementChild.focus();
    return event.preventDefault();
  }
  // Of several dialogs the last one is in front.
  const takesEnter = event.target.matches("textarea, select, button, a, summary");
  const front = boxes().at(-1) ?? (isSheet() ? element("sheet") : document);
  const used = (event.key === "Enter" ? !takesEnter && !event.isComposing : event.key === "Escape" && !isTyping)
    && front.querySelector(`[data-key=${event.key}]:not([disabled])`);
  if (used) {
    event.preventDefault();
    return used.click();
  }
  if (event.key === "Escape" && !isTyping && front === document && trail.length > 1) ask("back");
}

function start() {
  if (element("saved")) return showPicture();
  position = history.state?.position ?? 0;
  update(element("search"), [icon("magnifyingglass"), h("span", {}, "Go to…"),
    h("kbd", { "aria-hidden": "true" }, "Ctrl K")]);
  update(element("graph"), [icon("map"), h("span", { class: "read-out" }, "Graph of the app")]);
  update(element("show-messages"), [icon("bell"), h("span", { class: "read-out" }, "Messages")]);
  update(element("close-messages"), [icon("xmark"), h("span", { class: "read-out" }, "Close")]);
  element("graph").title = "Graph of the app";
  element("show-messages").title = "Messages";
  element("skip").onclick = () => container().querySelector("h1")?.focus();
  element("app").onclick = following(() => screen && goTo(0));
  element("search").onclick = () => screen && openPalette();
  element("show-messages").onclick = showMessages;
  element("close-messages").onclick = () => element("messages").close();
  element("target").oninput = () => { filter(); showChoices(); };
  element("target").onkeydown = steer;
  const sheet = element("sheet");
  sheet.oncancel = (event) => {
    event.preventDefault();
    if (event.target === sheet) ask("back");
  };
  // A browser closes a dialog at the second Escape, whatever the app says.
  sheet.onclose = () => { if (modal >= 0 && !sheet.open) sheet.showModal(); };
  for (const dialog of [element("palette"), element("messages")]) {
    dialog.onclick = (event) => { if (event.target === dialog) dialog.close(); };
  }
  document.onkeydown = press;
  document.onclick = (event) => closeMenus(event.target);
  document.addEventListener("focusin", (event) => closeMenus(event.target));
  document.addEventListener("scroll", (event) => {
    if (!event.target.closest?.(".choices")) document.querySelectorAll("details.menu[open]").forEach(placeMenu);
  }, { capture: true, passive: true });
  document.addEventListener("toggle", (event) => {
    if (event.target.open && event.target.matches("details.menu")) placeMenu(event.target);
  }, true);
  document.addEventListener("visibilitychange", hurry);
  for (const name of ["online", "focus", "pageshow"]) addEventListener(name, hurry);
  document.addEventListener("scroll", extend, { capture: true, passive: true });
  addEventListener("resize", () => {
    markScrollers();
    if (screen && chartWidth() !== drawnWidth && container().querySelector(".chart")) redraw();
  });
  addEventListener("popstate", moveInHistory);
  history.scrollRestoration = "manual";
  connect();
}

// The drawings of symbols, which have the names of Apple's SF Symbols: lines on a grid of 24 by 24.

const circle = "M12 21a9 9 0 1 0 0-18a9 9 0 0 0 0 18z";
const gear = "M12 18a6 6 0 1 0 0-12a6 6 0 0 0 0 12zM12 14.5a2.5 2.5 0 1 0 0-5a2.5 2.5 0 0 0 0 5z"
  + "M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2";
const people = "M9 11a3.5 3.5 0 1 0 0-7a3.5 3.5 0 0 0 0 7zM2.5 19c.8-3.5 3.2-5 6.5-5s5.7 1.5 6.5 5"
  + "M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2 .8 3 2.3 3.5 4.5";
const drawings = {
  airplane: "M10 20v-5l-7 2v-2l7-5V4.5a2 2 0 0 1 4 0V10l7 5v2l-7-2v5l2 1.5V23l-4-1-4 1v-1.5z",
  "arrow.clockwise": "M19 12a7 7 0 1 1-2-5l2 2M19 4v5h-5", "arrow.down": "M12 4v16M6 14l6 6 6-6",
  "arrow.left": "M20 12H4M10 6l-6 6 6 6", "arrow.right": "M4 12h16M14 6l6 6-6 6",
  "arrow.up": "M12 20V4M6 10l6-6 6 6", bag: "M5 8h14l1 13H4zM8.5 10V7a3.5 3.5 0 0 1 7 0v3",
  bell: "M6 16v-5a6 6 0 0 1 12 0v5l2 2H4zM10 21h4",
  bolt: "M13 3 5 14h6l-1 7 8-11h-6z", book: "M12 6c-3-2-6-2-9-1v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1zM12 6v14",
  bookmark: "M6 3h12v18l-6-5-6 5z", bubble: "M4 5h16v11H10l-5 4v-4H4z",
  calendar: "M4 6h16v14H4zM4 10h16M8 3v5M16 3v5",
  camera: "M3 8h4l2-3h6l2 3h4v12H3zM12 17a3.5 3.5 0 1 0 0-7a3.5 3.5 0 0 0 0 7z",
  car: "M4 16v-4l2-5h12l2 5v4zM4 12h16M6 16v3M18 16v3M7.5 14h.01M16.5 14h.01",
  cart: "M3 4h3l2.5 11h10l2-8H7M10 19.5h.01M17 19.5h.01", "chart.bar": "M5 20v-9M12 20V4M19 20v-6",
  checkmark: "M4 13l5 5L20 6", "chevron.down": "M5 9l7 7 7-7", "chevron.left": "M15 5l-7 7 7 7",
  "chevron.left.2": "M12 5l-7 7 7 7M20 5l-7 7 7 7", "chevron.right": "M9 5l7 7-7 7",
  "chevron.right.2": "M12 5l7 7-7 7M4 5l7 7-7 7", "chevron.up": "M5 15l7-7 7 7", circle: circle,
  clock: `${circle}M12 7v5l3.5 2`, cloud: "M7 18a4 4 0 0 1 0-8 5.5 5.5 0 0 1 10.5 1.2A3.4 3.4 0 0 1 17.5 18z",
  creditcard: "M3 6h18v12H3zM3 10h18M7 15h3", doc: "M6 3h8l4 4v14H6zM14 3v4h4",
  drop: "M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11z",
  "doc.text": "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6", ellipsis: "M5 12h.01M12 12h.01M19 12h.01",
  envelope: "M3 6h18v12H3zM3 7l9 6 9-6", exclamationmark: "M12 4v11M12 19h.01",
  "exclamationmark.triangle": "M12 4l10 16H2zM12 10v5M12 17.5h.01",
  eye: "M2 12c3-5 6.5-7 10-7s7 2 10 7c-3 5-6.5 7-10 7s-7-2-10-7zM12 15a3 3 0 1 0 0-6a3 3 0 0 0 0 6z",
  flame: "M12 3c1 4 5 6 5 11a5 5 0 0 1-10 0c0-2 1-3.5 2-4.5 0 2 1 3 2 3 0-3-1-6 1-9.5z",
  "fork.knife": "M7 3v18M4 3v5a3 3 0 0 0 6 0V3M16 21V3c3 1 4 5 3 10h-3",
  flag: "M5 21V4M5 5h13l-3 4 3 4H5", folder: "M3 6h6l2 2h10v11H3z", gear: gear, gearshape: gear,
  gift: "M4 9h16v4H4zM6 13v8h12v-8M12 9v12M12 9C8 9 7 4 9.5 4S12 9 12 9s0-5 2.5-5S16 9 12 9z",
  globe: `${circle}M3 12h18M12 3c3 3 4 6 4 9s-1 6-4 9c-3-3-4-6-4-9s1-6 4-9z`,
  heart: "M12 20C5 15 3 11.5 3 8.5A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 9 1.5C21 11.5 19 15 12 20z",
  house: "M3 11l9-7 9 7M6 9v11h12V9M10 20v-6h4v6", info: `${circle}M12 11v6M12 7.5h.01`,
  leaf: "M5 19C4 10 9 5 20 4c0 11-5 16-13 14M5 20c2-5 5-8 9-10",
  key: "M8 16a4 4 0 1 0 0-8a4 4 0 0 0 0 8zM12 12h9v3M17 12v3", "line.3.horizontal": "M4 7h16M4 12h16M4 17h16",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  list: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01", lock: "M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3",
  "lock.open": "M6 11h12v9H6zM8 11V8a4 4 0 0 1 7.5-2",
  magnifyingglass: "M10.5 17a6.5 6.5 0 1 0 0-13a6.5 6.5 0 0 0 0 13zM15.5 15.5L21 21",
  map: "M3 6l6-2 6 2 6-2v14l-6 2-6-2-6 2zM9 4v14M15 6v14",
  mappin: "M12 21c4-5 6-8 6-11a6 6 0 0 0-12 0c0 3 2 6 6 11zM12 10h.01", message: "M4 5h16v11H10l-5 4v-4H4z",
  minus: "M5 12h14", moon: "M20 14A8 8 0 1 1 10 4a7 7 0 0 0 10 10z",
  "music.note": "M9 18V5l10-2v13M9 18a2.5 2.5 0 1 1-5 0a2.5 2.5 0 0 1 5 0zM19 16a2.5 2.5 0 1 1-5 0a2.5 2.5 0 0 1 5 0z",
  paperplane: "M3 11l18-8-6 18-4-8zM11 13L21 3", pause: "M8 5v14M16 5v14",
  pencil: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  person: "M12 12a4 4 0 1 0 0-8a4 4 0 0 0 0 8zM4 20c1-4 4-6 8-6s7 2 8 6", "person.2": people, "person.3": people,
  phone: "M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4c-9 1-16-6-15-15z",
  photo: "M3 5h18v14H3zM3 16l5-5 5 5 3-3 5 5M15.5 9h.01", play: "M7 4v16l13-8z", plus: "M12 5v14M5 12h14",
  questionmark: `${circle}M9.5 9.5a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1.9-1.1 1.7M12 17h.01`, square: "M5 5h14v14H5z",
  sparkles: "M10 4l2 6 6 2-6 2-2 6-2-6-6-2 6-2zM19 3v4M17 5h4",
  "square.and.arrow.down": "M12 3v12M8 11l4 4 4-4M6 11H5v10h14V11h-1",
  "square.and.arrow.up": "M12 15V3M8 7l4-4 4 4M6 11H5v10h14V11h-1",
  "square.and.pencil": "M12 5H5v14h14v-7M10 14l1-3 8-8 2 2-8 8z",
  star: "M12 3l2.8 5.8 6.2.9-4.5 4.4 1.1 6.3-5.6-3-5.6 3 1.1-6.3L3 9.7l6.2-.9z", stop: "M6 6h12v12H6z",
  "sun.max": "M12 16a4 4 0 1 0 0-8a4 4 0 0 0 0 8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
  tag: "M3 12V4h8l10 10-8 8zM7.5 8h.01", trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  tray: "M3 14l3-9h12l3 9v5H3zM3 14h5l1 2h6l1-2h5", xmark: "M5 5l14 14M19 5L5 19",
};

if (document.readyState === "loading") addEventListener("DOMContentLoaded", start); else start();
