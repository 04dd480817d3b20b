"use strict";
// A front end for `switchyard serve`. What the host sends is shown in elements that browsers and screen readers know;
// what the user does is sent to the host, which alone changes what is shown.

// The address is `#TOKEN`, or `#TOKEN/` and a link or a destination.
const [token, wanted] = split(location.hash.slice(1));
const element = (id) => document.getElementById(id);
const waiting = new Map();
let client, revision, screen, state, lastID = 0, place = "", sending = Promise.resolve();

function split(hash) {
  const [, token, target] = /^([^/]*)[/]?(.*)$/s.exec(hash);
  try { return [token, decodeURIComponent(target)]; } catch { return [token, ""]; }
}

/** The address of a link or a destination in this page. */
const address = (target) => `#${token}/${encodeURIComponent(target).replaceAll("%2F", "/").replaceAll("%3A", ":")}`;

// Messages

function call(method, params = {}) {
  const id = ++lastID;
  const body = JSON.stringify({ jsonrpc: "2.0", id, method, params });
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    document.body.dataset.waiting = waiting.size;
    // One after the other: a browser sends requests over several connections, in any order.
    sending = sending.then(() => fetch(`/clients/${client}`, { method: "POST", headers: { "X-Token": token }, body }))
      .then((answer) => { if (!answer.ok) throw new Error(`the answer is ${answer.status}`); })
      .catch((error) => {
        waiting.delete(id);
        reject({ message: `The host cannot be reached: ${error.message}.` });
      });
  });
}

/** Sends what the user asks for. A refusal is shown, and where a lock is in the way with a button that overrides it. */
function ask(method, params = {}, canForce = true) {
  return call(method, params).then((result) => {
    showProblem("");
    if (result?.url) window.open(result.url, "_blank", "noopener,noreferrer");
  }, (error) => {
    const isForcible = canForce && error.data?.kind === "locked";
    showProblem(error.message, isForcible ? () => ask(method, { ...params, force: true }) : null);
  });
}

function take(message) {
  const params = message.params;
  switch (message.method) {
    case "screen":
      screen = params.patch ? patched(screen, params.patch) : params.screen;
      revision = params.revision;
      document.body.dataset.url = params.url ?? "";
      showScreen(params.destination, params.url ?? params.destination);
      break;
    case "state":
      state = params.state;
      document.body.dataset.state = params.text;
      showState();
      break;
    case "problem": showProblem(params.message); break;
    case "log": element("log").textContent = params.message; break;
    default: {
      const request = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) request?.reject(message.error); else request?.resolve(message.result);
      // Once what follows from the answer is shown.
      setTimeout(() => { document.body.dataset.waiting = waiting.size; });
    }
  }
}

/** Carries out a JSON Patch (RFC 6902): the operations that a host sends. */
function patched(value, operations) {
  for (const { op, path, from, value: content } of operations) {
    const way = path.split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = way.pop();
    const parent = way.reduce((found, part) => found[part], value);
    if (op === "move") parent.splice(Number(last), 0, ...parent.splice(Number(from.split("/").pop()), 1));
    else if (Array.isArray(parent)) parent.splice(Number(last), op === "add" ? 0 : 1, ...(op === "remove" ? [] : [content]));
    else if (op === "remove") delete parent[last];
    else parent[last] = content;
  }
  return value;
}

// What is around the screen

/** Shows what went wrong, where the user is: on the sheet, if there is one. What the screen says itself is only read out. */
function showProblem(text, force) {
  const children = text ? [h("p", { class: isTold(text) ? "read-out" : null }, text)] : [];
  if (force) children.push(h("button", { type: "button", click: force }, "Leave anyway"));
  update(element("problem"), isSheet() ? [] : children);
  update(element("sheet-problem"), isSheet() ? children : []);
}

const isSheet = () => element("sheet").open;
const container = () => element(isSheet() ? "sheet-screen" : "screen");

/** Whether the host's own screen says the same, as the one for what is not found does. */
const isTold = (text) => [...container().querySelectorAll("p")].some((part) => part.textContent && text.endsWith(part.textContent));

function showState() {
  const tab = state.tabs.find((tab) => tab.name === state.selected) ?? state.tabs[0];
  const top = tab.entries.at(-1);
  update(element("tabs"), state.tabs.filter((tab) => tab.name).map((tab) => h("button", {
    type: "button", key: tab.name, "aria-current": tab.name === state.selected ? "page" : null,
    click: () => ask("tab", { name: tab.name }),
  }, tab.title ?? tab.name)));
  element("tabs").hidden = !state.selected;
  element("back").disabled = tab.entries.length < 2 && !top.inner;
  element("root").disabled = tab.entries.length < 2 && !top.inner;
  const shown = [...tab.entries, ...top.inner ?? []];
  const modal = shown.findLastIndex((part) => part.presentation !== "push");
  element("dismiss").hidden = modal < 0;
  element("sheet-back").hidden = modal === shown.length - 1;
  hasSheet = modal >= 0 && ["sheet", "managedSheet", "cover", "managedCover"].includes(shown[modal].presentation);
  depth = shown.length;
  place = `${state.selected}/${tab.entries.length}/${top.destination}/${top.inner?.length ?? 0}`;
}

// The history of the browser: each screen that is new has an entry, and going back in it goes back in the app.

let hasSheet = false, depth = 0, isFollowing = false, isSilent = false, position = history.state?.position ?? 0, shownTarget, isOpened = false;
const visited = [];
// What follows from an answer comes after it.
const settled = () => new Promise((done) => setTimeout(done, 50));

/** Gives a screen that is new an entry in the history. One that the app has gone back to has its entry already. */
function remember(target) {
  const stays = !history.state || isFollowing || visited[position] === place || visited.length === 0;
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
  const entry = { position, place, depth, target, tab: state.selected };
  if (stays) history.replaceState(entry, "", address(target));
  else history.pushState(entry, "", address(target));
}

onpopstate = async (event) => {
  if (isSilent || !event.state) {
    isSilent = false;
    return;
  }
  const entry = event.state;
  isFollowing = true;
  position = entry.position;
  if (entry.tab && entry.tab !== state.selected) await ask("tab", { name: entry.tab }).then(settled);
  for (let steps = depth - entry.depth; steps > 0 && place !== entry.place; steps -= 1) await ask("back").then(settled);
  if (place !== entry.place && depth <= entry.depth) await ask("open", { target: entry.target }).then(settled);
  isFollowing = false;
  // A locked screen stays where it is, and so does the address.
  if (place !== entry.place) {
    visited[position] = place;
    history.replaceState({ ...entry, place, depth, target: shownTarget, tab: state.selected }, "", address(shownTarget));
  }
};

let shownPlace = null;
// The field that the feature wants the user to write into, and the one in which Enter was pressed last.
let wantedField = null, submittedField = null;

function showScreen(destination, target) {
  const isNew = shownPlace !== place;
  shownPlace = place;
  document.title = screen.title || destination;
  const focused = document.activeElement;
  const sheet = element("sheet");
  const isOpening = hasSheet && !sheet.open;
  if (isOpening) sheet.showModal();
  if (!hasSheet && sheet.open) {
    sheet.close();
    update(element("sheet-screen"), []);
    update(element("sheet-problem"), []);
  }
  update(container(), [
    h("h1", { tabindex: "-1", key: "title", id: hasSheet ? "sheet-title" : null }, screen.title || destination),
    ...nodes(screen.nodes, []),
    ...notFoundButtons(destination),
    screen.loading ? h("p", { key: "loading", role: "status" }, "Loading…") : null,
    screen.lock ? h("p", { key: "lock", role: "status", class: "lock" }, `Locked: ${screen.lock}`) : null,
  ]);
  container().setAttribute("aria-busy", String(Boolean(screen.loading)));
  for (const box of boxes()) if (!box.open) box.showModal();
  // Who stands in the address, the tabs or the stack stays there; who stood in a screen that is gone begins at the new one.
  const isLost = !document.contains(focused) || document.activeElement === document.body;
  const wasInside = element("screen").contains(focused) || sheet.contains(focused);
  if (!boxes().length && (isLost || isOpening || isNew && wasInside)) container().querySelector("h1").focus();
  const before = wantedField, active = document.activeElement;
  wantedField = container().querySelector("[data-focused]");
  const isWriting = active.matches("input, textarea") && active !== submittedField;
  if (wantedField && wantedField !== before && !isWriting && !boxes().length) wantedField.focus();
  for (const problem of document.querySelectorAll("#problem p, #sheet-problem p")) {
    if (isTold(problem.textContent)) problem.className = "read-out";
  }
  shownTarget = target;
  // The page may have been opened at the address of another screen.
  const isElsewhere = !isOpened && wanted && wanted !== target && wanted !== destination;
  isOpened = true;
  if (isElsewhere) ask("open", { target: wanted });
  else if (isNew) remember(target);
}

/** The questions over the screen, the last one in front. */
const boxes = () => [...document.querySelectorAll("dialog:not(#sheet)")];

/** What the user can do about a screen that is not found. */
function notFoundButtons(destination) {
  if (!destination.startsWith("system/notFound?")) return [];
  const asked = new URLSearchParams(destination.slice(destination.indexOf("?"))).get("destination");
  const retry = () => ask("back").then(() => ask("open", { target: asked }));
  return [h("div", { class: "buttons", key: "not found" },
    h("button", { type: "button", key: "retry", click: retry }, "Try again"),
    h("button", { type: "button", key: "back", click: () => ask("back") }, "Go back"))];
}

// Nodes

const glyphs = { house: "⌂", gear: "⚙", person: "☻", trash: "🗑", plus: "+", star: "☆", "star.fill": "★", checkmark: "✓",
  xmark: "✕", magnifyingglass: "⌕", envelope: "✉", heart: "♡", bell: "🔔", lock: "🔒", pencil: "✎", message: "💬" };

function nodes(children = [], path) {
  return children.map((child, index) => node(child, [...path, index]));
}

function label(node) {
  return node.text || (node.children ?? []).map(label).filter(Boolean).join(" ") || node.accessibilityLabel || "";
}

function words(node, path) {
  return [
    node.symbol ? h("span", { class: "symbol", "aria-hidden": "true", key: "symbol" }, glyphs[node.symbol] ?? "◆") : null,
    node.text ? h("span", { key: "text" }, node.text) : null,
    ...(node.children ?? []).map((child) => h("span", {}, ...words(child))),
    node.detail ? h("span", { class: "detail", key: "detail" }, node.detail) : null,
    node.badge ? h("span", { class: "badge", key: "badge" }, node.badge) : null,
    !label(node) && (node.symbol || node.destination) ? h("span", { class: "read-out" }, node.symbol || node.destination) : null,
  ];
}

/** Uses a control, by its place on the screen that the user sees. */
function use(path, value) {
  return ask("perform", value === undefined ? { path, revision } : { path, revision, value }, false);
}

function rows(children, path) {
  const flat = [];
  (children ?? []).forEach(function add(child, index) {
    const way = [...(this ?? path), index];
    if (child.kind !== "group") return flat.push([child, way]);
    (child.children ?? []).forEach(add, way);
    if (child.elementCount) flat.push([{ kind: "pager", of: child, key: `pager ${child.key}` }, way]);
  }, path);
  const blocks = ["section", "list", "table", "divider", "alert", "confirmation", "pager"];
  const result = [];
  let list = null;
  for (const [child, way] of flat) {
    if (blocks.includes(child.kind)) {
      list = null;
      result.push(node(child, way));
    } else {
      if (!list) result.push(list = h("ul", { class: "rows", role: "list", key: `rows ${result.length}` }));
      list.children.push(h("li", { key: child.key || String(way) }, node(child, way)));
    }
  }
  return result;
}

/** What a list shows of its elements, and buttons that show others. */
function pager(node) {
  if (!node.elementCount) return null;
  const [first, all] = [node.elementOffset, node.elementCount];
  const shown = (node.children ?? []).filter((row) => !row.header).length;
  const button = (name, offset, isOff) => h("button", {
    type: "button", key: name, disabled: isOff, click: () => ask("rows", { key: node.key, offset, count: shown || 200 }, false),
  }, name);
  return h("nav", { class: "pager", key: `pager ${node.key}` },
    h("span", { key: "shown" }, `${(first + 1).toLocaleString("en")} to ${(first + shown).toLocaleString("en")} of ${all.toLocaleString("en")}`),
    button("First", 0, first === 0), button("Earlier", Math.max(0, first - shown), first === 0),
    button("Later", Math.max(0, Math.min(first + shown, all - shown)), first + shown >= all),
    button("Last", Math.max(0, all - shown), first + shown >= all));
}

function field(node, path, control) {
  return h("label", { class: "field", key: key(node, path) }, node.text ? h("span", { key: "name" }, node.text) : null,
    control, node.detail ? h("span", { key: "detail", class: "detail" }, node.detail) : null,
    node.badge ? h("span", { key: "badge", class: "badge" }, node.badge) : null);
}

const key = (node, path) => node.key || `${node.kind} ${path.at(-1)}`;

// A shortcut of one character is an access key, which the browser takes with its own modifiers; Enter and Escape are taken below.
function shortcut(node) {
  const keys = (node.shortcut ?? "").replace(/^((Control|Alt|Shift|Meta)\+)*/, "");
  if (keys.length <= 1) return keys ? { accesskey: keys } : {};
  return keys === node.shortcut ? { "data-key": keys } : {};
}

function node(node, path) {
  const own = { key: key(node, path), class: [node.role ? `role-${node.role}` : "", node.destructive ? "destructive" : ""].join(" ").trim() || null };
  const control = { "aria-label": node.accessibilityLabel || null, disabled: node.disabled ?? false, key: "control", ...shortcut(node) };
  switch (node.kind) {
    case "pager": return pager(node.of);
    case "group": return h("div", own, ...nodes(node.children, path), pager(node));
    case "list": return h("div", own, ...rows(node.children, path), pager(node));
    case "section":
      return h("section", own, node.text ? h("h2", { key: "title" }, node.text) : null, ...rows(node.children, path),
        pager(node), node.detail ? h("p", { class: "footer", key: "footer" }, node.detail) : null);
    case "text": case "label": case "option":
      if (!node.accessibilityLabel) return h("p", own, ...words(node));
      return h("p", own, h("span", { "aria-hidden": "true", key: "shown" }, ...words(node)),
        h("span", { class: "read-out", key: "read" }, node.accessibilityLabel));
    case "embedded": if (node.children) return h("div", own, ...nodes(node.children, path)); // falls through
    case "link": case "urlLink":
      if (node.disabled) return h("a", { ...own, role: "link", "aria-disabled": "true", "aria-label": control["aria-label"] }, ...words(node));
      return h("a", { ...own, ...shortcut(node), href: node.destination ? address(node.destination) : node.url ?? "#", "aria-label": control["aria-label"], click: (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        use(path);
      } }, ...words(node));
    case "button":
      return h("button", { ...own, ...control, key: own.key, type: "button", click: () => use(path) }, ...words(node));
    case "textField": {
      const type = node.secure ? "password" : node.date && node.time ? "datetime-local" : node.date ? "date" : node.time ? "time" : "text";
      // Without a label, what the field is for stands above it: a screen reader says the screen's title.
      const name = node.accessibilityLabel || (node.text ? null : screen.title || "Text");
      return field(node, path, h(node.multiline ? "textarea" : "input", {
        ...control, "aria-label": name, type: node.multiline ? null : type, autocomplete: "off",
        // Of a secure field only the length comes: what is typed here stays until the feature empties the field.
        value: node.secure && node.length ? null : node.value ?? "",
        placeholder: node.secure && node.length ? "\u2022".repeat(node.length) : node.detail || null,
        input: (event) => type_(event.target, path, event.target.value),
        keydown: node.submits ? (event) => {
          if (event.key !== "Enter" || event.isComposing) return;
          submittedField = event.target;
          use(path);
        } : null,
        "data-focused": node.focused ? "" : null,
        focus: node.focus ? () => use(path, true) : null,
        blur: node.focus ? () => use(path, false) : null,
      }));
    }
    case "toggle":
      return field(node, path, h("input", {
        ...control, type: "checkbox", role: "switch", checked: node.value === true,
        change: (event) => type_(event.target, path, event.target.checked),
      }));
    case "picker": {
      const options = node.children ?? [];
      const chosen = options.findIndex((option) => JSON.stringify(option.value) === JSON.stringify(node.value));
      return field(node, path, h("select", { ...control, value: String(chosen), change: (event) => {
        const option = options[Number(event.target.value)];
        if (option) type_(event.target, path, option.value);
      } }, chosen < 0 ? h("option", { value: "-1", key: "none" }, "") : null, ...options.map((option, index) =>
        h("option", { value: String(index), disabled: option.disabled ?? false, key: option.key || String(index) }, option.text ?? ""))));
    }
    case "slider": {
      const { value = 0, minimum = 0, maximum = 1, step } = node.value ?? {};
      return h("div", own, field({ ...node, key: "slider" }, path, h("input", {
        ...control, type: "range", min: String(minimum), max: String(maximum), step: step ? String(step) : "any",
        value: String(value), "aria-valuetext": node.detail || null,
        input: (event) => type_(event.target, path, Number(event.target.value)),
      })), ...nodes(node.children, path));
    }
    case "progress":
      return field(node, path, h("progress", {
        "aria-label": node.accessibilityLabel || (node.text ? null : "Progress"), max: "1", key: "control",
        value: typeof node.value === "number" ? String(node.value) : null,
      }));
    case "divider": return h("hr", own);
    case "table": {
      const entries = (node.children ?? []).map((child, index) => [child, [...path, index]]);
      const [heads, others] = [entries.filter(([row]) => row.header), entries.filter(([row]) => !row.header)];
      const table = h("table", own, heads.length ? h("thead", { key: "head" }, ...heads.map((row) => tableRow(...row))) : null,
        h("tbody", { key: "body" }, ...others.map((row) => tableRow(...row))));
      return node.elementCount ? h("div", { key: `part ${own.key}` }, table, pager(node)) : table;
    }
    case "row": return h("table", own, h("tbody", {}, tableRow(node, path)));
    case "hstack": return h("div", { ...own, class: "hstack" }, ...nodes(node.children, path));
    case "spacer": return h("span", { ...own, class: "spacer" });
    case "grid": {
      const columns = Math.max(1, ...(node.children ?? []).map((row) => row.children?.length ?? 1));
      return h("div", { ...own, class: "grid", columns }, ...nodes(node.children, path));
    }
    case "stepper": case "menu":
      return h("div", { ...own, class: "hstack", role: "group", "aria-label": node.accessibilityLabel || node.text || null },
        h("span", { key: "words" }, ...words({ ...node, children: [] })), ...nodes(node.children, path));
    case "disclosure": {
      const [head, ...content] = node.children ?? [];
      if (head?.kind !== "toggle") return h("div", own, ...nodes(node.children, path));
      return h("div", own, h("button", {
        type: "button", key: "head", "aria-expanded": String(head.value === true), disabled: head.disabled ?? false,
        click: () => use([...path, 0]),
      }, head.text ?? ""), ...content.map((child, index) => node_(child, [...path, index + 1])));
    }
    case "alert": case "confirmation": {
      const title = `box-${path.join("-")}`;
      const buttons = node.children?.some((child) => child.kind === "button");
      return h("dialog", { ...own, role: "alertdialog", "aria-labelledby": title, cancel: (event) => {
        event.preventDefault();
        ask("back");
      } }, h("h2", { id: title, key: "title" }, node.text ?? ""), node.detail ? h("p", { key: "detail" }, node.detail) : null,
        ...nodes(node.children, path), !buttons && node.action
          ? h("button", { type: "button", key: "close", click: () => use(path) }, "OK") : null);
    }
    default: // A kind of a later version is shown by its text and its children.
      return h("div", own, node.text ? h("p", { key: "text" }, node.text) : null, ...nodes(node.children, path));
  }
}

const node_ = node;

function tableRow(row, path) {
  const isUsed = row.destination || row.action;
  return h("tr", { key: key(row, path) }, ...(row.children ?? []).map((cell, index) => h(
    row.header ? "th" : "td", { scope: row.header ? "col" : null, key: String(index) },
    index === 0 && isUsed && !row.disabled
      ? h("button", { type: "button", key: "use", click: () => use(path) }, ...words(cell)) : node(cell, [...path, index]))));
}

/** Sends what the user has put into a field. Until the answer the field keeps it, whatever the screen says. */
function type_(field, path, value) {
  field.pending = (field.pending ?? 0) + 1;
  use(path, value).finally(() => { field.pending -= 1; });
}

// Elements: a description of them is compared with those that are there, which stay as long as they have their key.

function h(tag, attributes, ...children) {
  return { tag, attributes, children: children.filter((child) => child !== null && child !== undefined) };
}

function update(parent, descriptions) {
  const old = new Map();
  for (const child of parent.childNodes) old.set(child.identity, child);
  const wanted = descriptions.filter(Boolean).map((description, index) => {
    const isText = typeof description === "string";
    const identity = isText ? `text ${index}` : `${description.tag} ${description.attributes.key ?? index}`;
    let child = old.get(identity);
    if (child) old.delete(identity);
    else {
      child = isText ? document.createTextNode("") : document.createElement(description.tag);
      child.identity = identity;
    }
    return [child, description];
  });
  for (const child of old.values()) child.remove();
  let next = parent.firstChild;
  for (const [child, description] of wanted) {
    if (child === next) next = next.nextSibling;
    else {
      const isFocused = child.contains(document.activeElement) ? document.activeElement : null;
      parent.insertBefore(child, next);
      isFocused?.focus();
    }
    if (typeof description !== "string") describe(child, description);
    else if (child.data !== description) child.data = description;
  }
}

function describe(target, { attributes, children }) {
  const before = target.before ?? {};
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "key") continue;
    if (typeof value === "function") target[`on${name}`] = value;
    else if (name === "columns") target.style.gridTemplateColumns = `repeat(${value}, auto)`;
    else if (name === "value" && target.tagName !== "OPTION" && target.tagName !== "PROGRESS") continue;
    else if (name === "checked") { if (!target.pending) target.checked = value; }
    else if (typeof value === "boolean") target[name] = value;
    else if (value === null) target.removeAttribute(name);
    else if (before[name] !== value) target.setAttribute(name, value);
  }
  for (const name of Object.keys(before)) if (!(name in attributes) && name !== "key") target.removeAttribute(name);
  target.before = attributes;
  if (target.tagName !== "TEXTAREA") update(target, children);
  // The options of a select come first. What the user is typing is not replaced.
  const value = attributes.value;
  if (["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName) && typeof value === "string" && attributes.type !== "checkbox"
    && !target.pending && target.value !== value) target.value = value;
}

// The beginning

for (const id of ["back", "root", "dismiss"]) element(id).onclick = () => ask(id);
element("sheet-back").onclick = () => ask("back");
element("sheet-close").onclick = () => ask("dismiss");
element("sheet").oncancel = (event) => {
  event.preventDefault();
  if (event.target === element("sheet")) ask("back");
};
element("open").onsubmit = (event) => {
  event.preventDefault();
  ask("open", { target: element("target").value.trim() });
};
document.onkeydown = (event) => {
  const isTyping = ["INPUT", "TEXTAREA", "SELECT"].includes(event.target.tagName);
  const takesEnter = ["TEXTAREA", "SELECT", "BUTTON", "A"].includes(event.target.tagName) || event.target.id === "target";
  // Of several dialogs the last one is in front.
  const front = boxes().at(-1) ?? (isSheet() ? element("sheet") : document);
  const used = (event.key === "Enter" ? !takesEnter : event.key === "Escape" && !isTyping)
    && front.querySelector(`[data-key=${event.key}]:not([disabled])`);
  if (used) {
    event.preventDefault();
    return used.click();
  }
  if (event.key === "Escape" && !isTyping && !document.querySelector("dialog[open]")) ask("back");
};

const events = new EventSource(`/events?token=${encodeURIComponent(token)}`);
events.addEventListener("client", (event) => {
  client = JSON.parse(event.data);
  screen = undefined;
  call("initialize", { protocolVersion: 1, client: "browser", capabilities: { patches: true } })
    .then(() => { document.body.dataset.ready = "true"; showProblem(""); }, (error) => showProblem(error.message));
});
events.onmessage = (event) => take(JSON.parse(event.data));
events.addEventListener("end", () => {
  events.close();
  showProblem("The host has ended.");
});
events.onerror = () => showProblem(token ? "The host cannot be reached." : "Open the link that web.py has printed: it has a token.");
