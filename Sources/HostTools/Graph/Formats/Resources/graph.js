// The page of a graph: a list of features with a filter, and beside it the chosen feature or route with what leads
// there and what it leads to. The fragment of the address says what is chosen, so every place is a link and Back works.
// Texts of features become text nodes and attributes without meaning, never markup.
"use strict";
(() => {
  const graph = JSON.parse(document.getElementById("graph").textContent);
  const [page, filter, found, list, picture, sizer, stage, details] =
    ["page", "filter", "found", "list", "picture", "sizer", "stage", "details"].map(id => document.getElementById(id));
  // An app with more features than this is not drawn as a whole: its picture would be too large to read.
  const mostDrawn = 24;
  // The list shows no more routes than this at once; a longer filter text finds the others.
  const mostRoutes = 200;
  const words = { incoming: "in", outgoing: "out" };

  function make(name, properties, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (value === undefined || value === null) continue;
      if (key === "class" || key === "href" || key.includes("-") || key === "role") element.setAttribute(key, value);
      else element[key] = value;
    }
    element.append(...children.filter(child => child !== undefined && child !== null));
    return element;
  }
  const plural = (count, word) => count + " " + word + (count === 1 ? "" : "s");
  const unique = values => [...new Set(values)];

  // MARK: The data, joined. A group is a feature, or all tabs.

  const groups = new Map(), places = new Map();
  function addGroup(id, name, place, feature) {
    const group = { id, name, place, feature, nodes: [], text: "" };
    groups.set(id, group);
    places.set(place, { group });
  }
  // No feature's id has a colon.
  if (graph.nodes.some(node => node.feature === null)) addGroup(null, "Tabs", "tab:");
  for (const feature of graph.features) addGroup(feature.id, feature.name, feature.id, feature);
  // Whether a destination may leave the argument out.
  const isLeftOut = ({ type, optional, default: value }) => optional || value !== undefined || type.startsWith("[");
  const nodes = new Map();
  for (const node of graph.nodes) {
    node.group = groups.get(node.feature);
    node.coming = [];
    node.leaving = [];
    node.word = words[node.kind] ?? node.kind;
    node.label = node.kind === "link" || !node.feature ? node.name
      : node.name ? node.feature + "/" + node.name : node.feature;
    const parts = (node.arguments ?? []).map(argument =>
      `${argument.name}={${argument.type}${isLeftOut(argument) ? "?" : ""}}`);
    node.shape = (node.name || node.feature) + (parts.length > 0 ? "?" + parts.join("&") : "")
      + (node.type ? ` (${node.type})` : "");
    const isRoute = node.kind === "incoming" || node.kind === "outgoing";
    node.place = isRoute && !places.has(node.label) ? node.label : node.id;
    node.text = [node.kind, node.word, node.label, node.summary, node.title, node.status].join(" ").toLowerCase();
    places.set(node.place, { group: node.group, node });
    node.group.nodes.push(node);
    nodes.set(node.id, node);
  }
  for (const edge of graph.edges) {
    [edge.source, edge.target] = [nodes.get(edge.from), nodes.get(edge.to)];
    edge.source.leaving.push(edge);
    edge.target.coming.push(edge);
  }
  const edgesOf = node => [...node.coming, ...node.leaving];
  function findingsOf(members) {
    const seen = new Map();
    for (const node of members) {
      for (const owner of [node, ...edgesOf(node)]) {
        for (const finding of owner.findings) {
          if (!seen.has(finding.message)) seen.set(finding.message, { ...finding, status: owner.status, node });
        }
      }
    }
    return ["error", "warning", "note"].flatMap(severity =>
      [...seen.values()].filter(finding => finding.severity === severity));
  }
  for (const group of groups.values()) {
    group.text = [group.id ?? "", group.name, group.feature?.summary ?? ""].join(" ").toLowerCase();
    group.marks = group.nodes.filter(node => [node, ...node.leaving].some(owner => owner.findings.length > 0)).length;
  }

  // MARK: Elements

  const href = place => "#" + encodeURIComponent(place).replaceAll("%2F", "/").replaceAll("%3A", ":");
  const status = value => value === "ok" ? undefined : make("span", { class: "status " + value }, value);

  function row(node, isCurrent) {
    const about = [node.label, node.summary].filter(text => text).join(": ");
    return make("a", {
      class: `row ${node.kind}${node.status === "ok" ? "" : " marked " + node.status}`, href: href(node.place),
      title: about, "aria-current": isCurrent ? "true" : null,
    }, make("span", { class: "kind" }, node.word), " ", make("span", { class: "name" }, node.shape),
    status(node.status));
  }

  // MARK: The list and its filter

  function fillList(chosen) {
    const terms = filter.value.toLowerCase().split(/\s+/).filter(term => term);
    const matches = text => terms.every(term => text.includes(term));
    const items = [];
    let features = 0, routes = 0;
    for (const group of groups.values()) {
      const isOpen = terms.length === 0 && group === chosen.group;
      const inner = isOpen ? group.nodes
        : terms.length > 0 && !matches(group.text) ? group.nodes.filter(node => matches(group.text + " " + node.text))
        : [];
      if (terms.length > 0 && inner.length === 0 && !matches(group.text)) continue;
      if (group.feature?.installed) features += 1;
      const shown = isOpen ? inner : inner.slice(0, Math.max(0, mostRoutes - routes));
      routes += inner.length;
      const item = make("li", {}, make("a", {
        class: "feature" + (group.feature?.installed === false ? " absent" : ""), href: href(group.place),
        "aria-current": group === chosen.group && !chosen.node ? "true" : null,
      }, make("span", { class: "name" }, group.name),
      group.feature && group.name !== group.id ? make("span", { class: "id" }, group.id) : undefined,
      group.marks > 0 ? make("span", { class: "marks", title: plural(group.marks, "place") + " with findings" },
        make("span", { class: "read-out" }, "findings: "), String(group.marks)) : undefined));
      if (shown.length > 0) {
        item.append(make("ul", {}, ...shown.map(node => make("li", {}, row(node, node === chosen.node)))));
      }
      items.push(item);
    }
    list.replaceChildren(...items);
    // Tab takes one step through the list, in which arrows move.
    for (const link of list.querySelectorAll("a")) link.tabIndex = -1;
    (list.querySelector("[aria-current]") ?? list.querySelector("a"))?.setAttribute("tabindex", "0");
    const installed = plural(graph.features.filter(feature => feature.installed).length, "feature");
    found.textContent = terms.length === 0 ? installed : features === 0 ? "nothing has this name"
      : `${features} of ${installed}`
      + (routes > mostRoutes ? `, the first ${mostRoutes} routes` : "");
  }

  // MARK: The picture, in columns of cards

  let lines = [], current = null, scale = 1, home = null;

  function card(name, place, members, chosen, more) {
    const isChosen = chosen && !chosen.node && chosen.group.place === place;
    const title = place === null ? make("span", {}, name)
      : make("a", { href: href(place), "aria-current": isChosen ? "true" : null }, name);
    const rows = new Map(members.map(node => [node, row(node, chosen?.node === node)]));
    const element = make("div", { class: "card" + (isChosen || rows.has(chosen?.node) ? " chosen" : "") },
      make("h3", {}, title));
    if (members.length > 0) element.append(make("ul", {}, ...[...rows.values()].map(row => make("li", {}, row))));
    if (more) element.append(make("p", { class: "more" }, more));
    return { element, rows };
  }

  function column(heading, cards, note) {
    const section = make("section", { class: "column" }, make("h2", {}, heading));
    if (note) section.append(make("p", { class: "note" }, note));
    section.append(...cards.map(card => card.element));
    section.setAttribute("aria-label", heading);
    return section;
  }

  const rowsOf = cards => new Map(cards.flatMap(card => [...card.rows]));

  // The cards of nodes, by their features, in the order of the nodes. Links and tabs come from outside: they are first.
  function cardsOf(members) {
    const cards = new Map(), order = node => ({ link: 0, tab: 1 })[node.kind] ?? 2;
    for (const node of unique(members).sort((one, other) => order(one) - order(other))) {
      const key = node.kind === "link" ? "Links" : node.group;
      cards.set(key, [...cards.get(key) ?? [], node]);
    }
    return [...cards].map(([key, members]) =>
      key === "Links" ? card(key, null, members) : card(key.name, key.place, members));
  }

  function showFocus(chosen) {
    const { group, node } = chosen;
    const members = node ? [node] : group.nodes.filter(node => node.kind !== "link");
    const isInside = new Set(members);
    const coming = members.flatMap(node => node.coming), leaving = members.flatMap(node => node.leaving);
    const left = cardsOf(coming.map(edge => edge.source).filter(node => !isInside.has(node)));
    const right = cardsOf(leaving.map(edge => edge.target).filter(node => !isInside.has(node)));
    const middle = card(group.name, group.place, members, chosen);
    const [from, at, to] = [rowsOf(left), middle.rows, rowsOf(right)];
    // The wiring joins routes. Which outgoing route a screen uses, only the feature knows: all are shown without lines.
    const others = kinds => group.nodes.filter(node => kinds.includes(node.kind));
    let before = left.length > 0 ? null : group.id === null ? "The app begins here."
      : coming.length > 0 ? "Only itself leads here." : "Nothing leads here.";
    let after = right.length > 0 ? null : leaving.length > 0 ? "It leads only to itself." : "It leads nowhere.";
    const screens = others(["incoming", "main"]), ways = others(["outgoing"]);
    if (node?.kind === "outgoing" && left.length === 0 && screens.length > 0) {
      before = "The feature's screens use it:";
      left.push(card(group.name, group.place, screens));
    }
    if (screens.includes(node) && right.length === 0 && ways.length > 0) {
      after = "The feature's screens lead on by:";
      right.push(card(group.name, group.place, ways));
    }
    stage.replaceChildren(make("div", { class: "columns focus" }, column("Comes from", left, before),
      column(node ? node.label : group.name, [middle]), column("Leads to", right, after)));
    lines = unique([...coming, ...leaving]).map(edge => ({
      edge, from: at.get(edge.source) ?? from.get(edge.source), to: at.get(edge.target) ?? to.get(edge.target),
    }));
    home = middle.element.querySelector("[aria-current]");
  }

  // The whole of a small app: a column for the tabs, one for what they begin with, one for what that leads to, and so
  // on. Features that nothing connects stand below.
  function showAll() {
    const edges = graph.edges.filter(edge => edge.kind !== "link");
    const next = new Map([...groups.values()].map(group => [group, []])), led = new Set();
    for (const { source, target } of edges) {
      next.get(source.group).push(target.group);
      if (source.group !== target.group) led.add(target.group);
    }
    const isConnected = group => led.has(group) || next.get(group).length > 0;
    const connected = [...groups.values()].filter(isConnected), ranks = new Map();
    function rank(starts, level) {
      for (let waiting = starts; waiting.length > 0; level += 1) {
        for (const group of waiting) ranks.set(group, level);
        waiting = unique(waiting.flatMap(group => next.get(group))).filter(group => !ranks.has(group));
      }
    }
    const tabs = groups.get(null), first = tabs ? 1 : 0;
    if (tabs) rank([tabs], 0);
    rank(connected.filter(group => !ranks.has(group) && !led.has(group)), first);
    // What is left are cycles that nothing else leads to.
    for (const group of connected) if (!ranks.has(group)) rank([group], first);
    const columns = [];
    for (const [group, level] of ranks) (columns[level] ??= []).push(group);

    function compact(group) {
      const drawn = group.nodes.filter(node =>
        !["ok", "unreachable"].includes(node.status) || edgesOf(node).some(edge => edge.kind !== "link"));
      const links = group.nodes.filter(node => node.kind === "link" && !drawn.includes(node)).length;
      const routes = group.nodes.length - drawn.length - links;
      const more = [routes > 0 ? plural(routes, "route") : "", links > 0 ? plural(links, "link") : ""].filter(text => text);
      return card(group.name, group.place, drawn, null, more.length > 0 ? more.join(", ") + " more" : "");
    }
    const cards = columns.map(column => column.map(compact)), rows = rowsOf(cards.flat());
    const loose = [...groups.values()].filter(group => !isConnected(group));
    stage.replaceChildren(make("h2", { class: "read-out" }, "The whole app"), make("div", { class: "columns" },
      ...cards.map(cards => make("div", { class: "column" }, ...cards.map(card => card.element)))));
    if (loose.length > 0) {
      const section = column("Not connected", loose.map(compact));
      section.className = "loose";
      stage.append(section);
    }
    lines = edges.map(edge => ({ edge, from: rows.get(edge.source), to: rows.get(edge.target) }));
    home = stage.querySelector("a");
  }

  // Draws the lines between rows that stand where the browser has put them.
  function drawLines() {
    const name = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(name, "svg");
    svg.setAttribute("aria-hidden", "true");
    function add(parent, kind, attributes, text) {
      const element = document.createElementNS(name, kind);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      if (text) element.textContent = text;
      parent.append(element);
      return element;
    }
    const columns = stage.querySelector(".columns"), all = columns ? [...columns.children] : [];
    const bottom = columns ? columns.offsetTop + Math.max(...all.map(column => column.offsetHeight)) : 0;
    let lane = bottom;
    for (const line of lines) {
      const { edge, from, to } = line;
      if (!from || !to) continue;
      const [y1, y2] = [from, to].map(row => row.offsetTop + row.offsetHeight / 2);
      // The line begins and ends at the edges of the cards, behind which the rest of it is hidden.
      const [card1, card2] = [from, to].map(row => row.closest(".card"));
      const steps = all.indexOf(card2.parentElement) - all.indexOf(card1.parentElement);
      const x1 = card1.offsetLeft + (steps < 0 ? 0 : card1.offsetWidth);
      const x2 = card2.offsetLeft + (steps > 0 ? 0 : card2.offsetWidth);
      const out = steps < 0 ? -1 : 1, into = steps > 0 ? -1 : 1;
      const reach = steps === 0 ? 44 : Math.max(30, Math.abs(x2 - x1) / 2);
      // A line from a row to itself makes a loop.
      const start = from === to ? y1 - 5 : y1, end = from === to ? y2 + 5 : y2;
      let path = `C${x1 + out * reach} ${start} ${x2 + into * reach} ${end} ${x2} ${end}`;
      let middle = { x: (x1 + x2 + (out + into) * reach * .75) / 2, y: (start + end) / 2 + 3.5 };
      if (Math.abs(steps) > 1) {
        // Behind the cards of the columns between, it would look like a line of theirs: it runs below them.
        lane += 8;
        path = `C${x1 + out * 40} ${start} ${x1} ${lane} ${x1 + out * 50} ${lane}H${x2 + into * 50}`
          + `C${x2} ${lane} ${x2 + into * 40} ${end} ${x2} ${end}`;
        middle = { x: (x1 + x2) / 2, y: lane + 3.5 };
      }
      line.group = add(svg, "g", { class: `edge ${edge.kind}${edge.status === "ok" ? "" : " marked " + edge.status}` });
      add(line.group, "path", { class: "line", d: `M${x1} ${start}${path}` });
      add(line.group, "path", { class: "tip", d: `M${x2 + into * 7} ${end - 4}L${x2} ${end}L${x2 + into * 7} ${end + 4}` });
      if (edge.status !== "ok") add(line.group, "text", middle, edge.status);
    }
    if (columns) columns.style.marginBottom = lane - bottom + "px";
    stage.querySelector("svg")?.remove();
    stage.append(svg);
  }

  function light(target) {
    for (const line of lines) {
      line.group?.classList.toggle("lit", target !== null && (line.from === target || line.to === target));
    }
  }

  function zoom(value) {
    scale = Math.min(2, Math.max(.1, value));
    stage.style.transform = `scale(${scale})`;
    sizer.style.width = stage.offsetWidth * scale + "px";
    sizer.style.height = stage.offsetHeight * scale + "px";
  }
  const widthRatio = () => Math.min(1, picture.clientWidth / stage.offsetWidth);
  const fit = () => zoom(Math.min(widthRatio(), picture.clientHeight / stage.offsetHeight));

  // MARK: The details

  function section(heading, items) {
    if (items.length > 0) details.append(make("h3", {}, heading), make("ul", {}, ...items));
  }

  function addFindings(findings, withPlaces) {
    const shown = findings.slice(0, mostRoutes);
    section(plural(findings.length, "finding"), shown.map(({ status, message, fix, node }) =>
      make("li", { class: "finding " + status }, make("strong", {}, status), " ",
        make("span", { dir: "auto" }, message), make("span", { class: "fix" }, "fix: " + fix),
        withPlaces ? make("a", { href: href(node.place) }, node.label) : undefined)));
    if (shown.length < findings.length) {
      details.append(make("p", {}, `These are the first ${mostRoutes}. 'switchyard doctor' prints all.`));
    }
  }

  function way(edge, node) {
    return make("li", {}, make("a", { href: href(node.place) }, node.label), " ", status(edge.status),
      edge.text ? make("code", {}, edge.text) : edge.method ? make("code", {}, edge.method) : undefined);
  }

  function describe({ group, node }, isStart, unknown) {
    details.replaceChildren();
    if (unknown) details.append(make("p", { class: "finding dangling" }, `There is no '${unknown}' in this app.`));
    if (isStart) {
      details.append(make("h2", {}, "The whole app"), make("p", {}, groups.size === 0 ? "No feature is installed."
        : "Choose a feature in the list, or a route in the picture."));
      if (graph.features.length > mostDrawn) {
        details.append(make("p", {}, "It is too large for one drawing here. ",
          make("code", {}, "switchyard graph | dot -Tsvg"), " draws all of it."));
      }
      section("Keys", [["/", "filter"], ["\u2190 \u2191 \u2192 \u2193", "move"], ["Enter", "choose"],
        ["Escape", "up: from a route to its feature, and to the whole app"], ["+ \u2212 0", "larger, smaller, fit"]]
        .map(([key, text]) => make("li", {}, make("kbd", {}, key), " ", text)));
      return addFindings(findingsOf(graph.nodes), true);
    }
    if (!node) {
      const about = group.feature ? [group.id, group.feature.version] : [plural(group.nodes.length, "tab")];
      details.append(make("h2", {}, group.name), make("p", { class: "about" }, about.filter(text => text).join(" ")));
      if (group.feature?.installed === false) {
        details.append(make("p", { class: "finding dangling" }, "It is not installed; the wiring names it."));
      }
      if (group.feature?.summary) details.append(make("p", { dir: "auto" }, group.feature.summary));
      return addFindings(findingsOf(group.nodes), true);
    }
    details.append(make("h2", {}, node.label), make("p", { class: "about" }, node.kind
      + (node.feature ? ` of ${group.name}` : "") + (node.method ? `, shown by ${node.method}` : "")));
    // Where the app is beside the graph, as in 'web'.
    if (document.getElementById("back") && ["incoming", "main"].includes(node.kind)
        && (node.arguments ?? []).every(isLeftOut)) {
      details.append(make("p", {}, make("a", { href: `/#${encodeURI(node.label)}` }, "Open this screen")));
    }
    for (const text of [node.summary, node.title === node.name ? "" : node.title]) {
      if (text) details.append(make("p", { dir: "auto" }, text));
    }
    if (node.type !== undefined) {
      details.append(make("p", {}, node.type === null ? "It has no value." : `Its value is of type ${node.type}.`));
    }
    addFindings(findingsOf([node]), false);
    section("Arguments", (node.arguments ?? []).map(argument => make("li", {},
      make("code", {}, `${argument.name}: ${argument.type}${isLeftOut(argument) ? ", optional" : ""}`),
      argument.summary)));
    section("A link puts below it", (node.parents ?? []).map(parent => make("li", {}, make("code", {}, parent))));
    section("Comes from", node.coming.map(edge => way(edge, edge.source)));
    section("Leads to", node.leaving.map(edge => way(edge, edge.target)));
  }

  // MARK: What is chosen

  function show() {
    let fragment = location.hash.slice(1);
    try { fragment = decodeURIComponent(fragment); } catch { /* A lone percent sign stands for itself. */ }
    const place = fragment === "" ? undefined : places.get(fragment), tabs = groups.get(null);
    const focused = document.activeElement, isInPicture = stage.contains(focused);
    const isInList = list.contains(focused);
    current = place ?? {};
    if (place) showFocus(place);
    else if (graph.features.length <= mostDrawn) showAll();
    else if (tabs) showFocus({ group: tabs });
    else { stage.replaceChildren(); lines = []; home = null; }
    fillList(current);
    describe(current, !place, place ? "" : fragment);
    document.title = (place ? `${place.node?.label ?? place.group.name} \u2013 ` : "") + "What leads where";
    document.getElementById("whole").hidden = !place;
    drawLines();
    zoom(Math.max(.75, widthRatio()));
    picture.scrollTo(home?.hasAttribute("aria-current") ? (sizer.offsetWidth - picture.clientWidth) / 2 : 0, 0);
    const item = list.querySelector("[aria-current]");
    for (const element of [item?.closest("#list > li"), item]) element?.scrollIntoView({ block: "nearest" });
    details.scrollTop = 0;
    // Whoever chose by keyboard goes on from there.
    if (isInPicture) home?.focus();
    if (isInList) (item ?? list.querySelector("a"))?.focus();
  }

  const choose = place => { location.hash = place === null ? "" : href(place); };

  // MARK: Keys

  const columns = () => [list, ...stage.querySelectorAll(".column, .loose")]
    .map(column => [...column.querySelectorAll("a")]).filter(links => links.length > 0);

  function move(key, from) {
    const all = columns(), at = all.findIndex(links => links.includes(from));
    if (at < 0) return (home ?? list.querySelector("a"))?.focus();
    const links = all[at], index = links.indexOf(from);
    if (key === "ArrowUp" && index === 0 && list.contains(from)) return filter.focus();
    if (key === "ArrowUp" || key === "ArrowDown") return links[index + (key === "ArrowUp" ? -1 : 1)]?.focus();
    if (key === "Home" || key === "End") return links.at(key === "Home" ? 0 : -1).focus();
    const isLeft = key === "ArrowLeft", next = all[at + (isLeft ? -1 : 1)];
    if (!next) return;
    // From the list to what is chosen, and on along a line; else to what is nearest.
    if (at === 0) return (home ?? next[0]).focus();
    const ends = lines.map(({ from, to }) => isLeft ? [to, from] : [from, to]);
    const joined = ends.find(([start, end]) => start === from && next.includes(end));
    if (joined) return joined[1].focus();
    const middle = link => { const { top, bottom } = link.getBoundingClientRect(); return (top + bottom) / 2; };
    const rows = next.filter(link => link.matches(".row") || link.hasAttribute("aria-current"));
    const distance = link => Math.abs(middle(link) - middle(from));
    const current = next === all[0] && next.find(link => link.hasAttribute("aria-current"));
    const nearest = (rows.length > 0 && next !== all[0] ? rows : next)
      .reduce((one, other) => distance(other) < distance(one) ? other : one);
    (current || nearest).focus();
  }

  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { key, target } = event, isTyping = target === filter;
    if (key === "Escape") {
      if (isTyping && filter.value !== "") { filter.value = ""; fillList(current); }
      else if (isTyping) (list.querySelector("[aria-current]") ?? list.querySelector("a"))?.focus();
      else if (current.group) choose(current.node ? current.group.place : null);
    } else if (isTyping) {
      const first = list.querySelector("li:not(:has(li)) > a");
      if (key === "ArrowDown") list.querySelector("a")?.focus();
      else if (key === "Enter" && first) choose(decodeURIComponent(first.getAttribute("href").slice(1)));
      else return;
    } else if (key === "/") { filter.focus(); filter.select(); }
    else if (key === "+" || key === "=") zoom(scale * 1.25);
    else if (key === "-") zoom(scale / 1.25);
    else if (key === "0") fit();
    else if (/^(Arrow(Up|Down|Left|Right)|Home|End)$/.test(key) && !details.contains(target)) move(key, target);
    else return;
    event.preventDefault();
  });
  filter.addEventListener("input", () => fillList(current));
  for (const [event, leave] of [["pointerover", "pointerleave"], ["focusin", "focusout"]]) {
    stage.addEventListener(event, ({ target }) => light(target.closest(".row")));
    stage.addEventListener(leave, () => light(null));
  }
  document.getElementById("larger").addEventListener("click", () => zoom(scale * 1.25));
  document.getElementById("smaller").addEventListener("click", () => zoom(scale / 1.25));
  document.getElementById("fit").addEventListener("click", fit);
  addEventListener("hashchange", show);
  addEventListener("resize", () => { drawLines(); zoom(Math.max(.75, widthRatio())); });
  page.hidden = false;
  show();
})();
