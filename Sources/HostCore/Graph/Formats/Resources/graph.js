// The page of a graph. Hovering or focusing a node shows what leads there and where it leads on, a click keeps that and
// describes the node, Escape lets go, and the filter fades what it does not name. Texts of features become text nodes
// only (textContent), never markup.
"use strict";
(() => {
  const graph = JSON.parse(document.getElementById("graph").textContent);
  const picture = document.querySelector(".picture");
  const svg = picture.querySelector("svg");
  const details = document.getElementById("details");
  const nodes = graph.nodes.map((_, index) => document.getElementById("n" + index));
  const edges = graph.edges.map((_, index) => document.getElementById("e" + index));
  const indices = new Map(graph.nodes.map((node, index) => [node.id, index]));
  const ends = graph.edges.map(edge => [indices.get(edge.from), indices.get(edge.to)]);
  const leaving = nodes.map(() => []), coming = nodes.map(() => []);
  ends.forEach(([from, to], index) => { leaving[from].push(index); coming[to].push(index); });
  const features = new Map(graph.features.map(feature => [feature.id, feature]));
  let kept = null, lit = [];

  // Everything that leads to a node, and everything that it leads to.
  function reached(start) {
    const found = new Set([nodes[start]]);
    for (const [ways, end] of [[leaving, 1], [coming, 0]]) {
      const seen = new Set([start]), waiting = [start];
      while (waiting.length > 0) {
        for (const edge of ways[waiting.pop()]) {
          found.add(edges[edge]);
          const next = ends[edge][end];
          found.add(nodes[next]);
          if (!seen.has(next)) { seen.add(next); waiting.push(next); }
        }
      }
    }
    return found;
  }

  function follow(index) {
    for (const element of lit) element.classList.remove("lit", "start");
    lit = index === null ? [] : [...reached(index)];
    for (const element of lit) element.classList.add("lit");
    if (index !== null) nodes[index].classList.add("start");
    svg.classList.toggle("following", index !== null);
  }

  function keep(index) {
    if (kept !== null) nodes[kept].setAttribute("aria-pressed", "false");
    kept = index;
    if (index !== null) nodes[index].setAttribute("aria-pressed", "true");
    follow(index);
    tell(index);
  }

  function make(name, text, className) {
    const element = document.createElement(name);
    if (text !== undefined) element.textContent = text;
    if (className) element.className = className;
    return element;
  }

  function title(index) {
    const node = graph.nodes[index];
    return node.kind === "link" || !node.feature ? node.name
      : node.name ? node.feature + "/" + node.name : node.feature;
  }

  function addList(heading, items) {
    if (items.length === 0) return;
    details.append(make("h3", heading));
    const list = make("ul");
    for (const item of items) {
      const row = make("li");
      row.append(item);
      list.append(row);
    }
    details.append(list);
  }

  function way(edge, end) {
    const row = document.createDocumentFragment();
    const button = make("button", title(ends[edge][end]), "way");
    button.type = "button";
    button.addEventListener("click", () => show(ends[edge][end]));
    row.append(button);
    const { text, status, method } = graph.edges[edge];
    if (status !== "ok") row.append(make("span", status, "status " + status));
    if (text) row.append(make("code", text));
    else if (method) row.append(make("code", method));
    return row;
  }

  function tell(index) {
    details.replaceChildren();
    details.hidden = index === null;
    if (index === null) return;
    const node = graph.nodes[index], feature = features.get(node.feature);
    const close = make("button", "×", "close");
    close.type = "button";
    close.setAttribute("aria-label", "Close");
    close.addEventListener("click", () => { const last = kept; keep(null); nodes[last].focus(); });
    details.append(close, make("p", feature ? node.kind + " · " + feature.name : node.kind, "kind"));
    details.append(make("h2", title(index)));
    if (node.summary) details.append(make("p", node.summary));
    if (node.title && node.title !== node.name) details.append(make("p", node.title));
    for (const finding of node.findings) {
      const text = make("p", finding.message, "finding " + node.status);
      text.append(make("span", "fix: " + finding.fix, "fix"));
      details.append(text);
    }
    addList("Arguments", (node.arguments ?? []).map(argument => {
      const row = document.createDocumentFragment();
      row.append(make("code", argument.name + ": " + argument.type + (argument.optional ? ", optional" : "")));
      if (argument.summary) row.append(make("span", argument.summary));
      return row;
    }));
    if (node.type !== undefined) {
      details.append(make("p", node.type === null ? "takes no value" : "takes a value of type " + node.type));
    }
    if (node.method) details.append(make("p", "shown by " + node.method));
    addList("A link puts below it", (node.parents ?? []).map(parent => make("code", parent)));
    const isLink = edge => graph.edges[edge].kind === "link";
    addList("Links", coming[index].filter(isLink).map(edge => way(edge, 0)));
    addList("Led to by", coming[index].filter(edge => !isLink(edge)).map(edge => way(edge, 0)));
    addList("Leads to", leaving[index].map(edge => way(edge, 1)));
    for (const edge of [...coming[index], ...leaving[index]]) {
      for (const finding of graph.edges[edge].findings) {
        const text = make("p", finding.message, "finding " + graph.edges[edge].status);
        text.append(make("span", "fix: " + finding.fix, "fix"));
        details.append(text);
      }
    }
  }

  function show(index) {
    keep(index);
    nodes[index].scrollIntoView({ block: "center", inline: "center" });
    nodes[index].focus({ preventScroll: true });
  }

  const indexOf = target => {
    const node = target instanceof Element ? target.closest(".node") : null;
    return node === null ? null : nodes.indexOf(node);
  };

  for (const node of nodes) {
    node.setAttribute("role", "button");
    node.setAttribute("aria-pressed", "false");
  }
  svg.addEventListener("pointerover", event => { if (kept === null) follow(indexOf(event.target)); });
  svg.addEventListener("pointerleave", () => { if (kept === null) follow(null); });
  svg.addEventListener("focusin", event => { if (kept === null) follow(indexOf(event.target)); });
  svg.addEventListener("focusout", () => { if (kept === null) follow(null); });
  svg.addEventListener("click", event => {
    const index = indexOf(event.target);
    keep(index === kept ? null : index);
  });
  document.addEventListener("keydown", event => {
    if (event.key === "Escape") return keep(null);
    const index = indexOf(event.target);
    if (index === null || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    keep(index === kept ? null : index);
  });

  // The filter: what it names stays, and the feature with any of it.
  const filter = document.getElementById("filter"), output = document.querySelector(".filter output");
  const words = graph.nodes.map((node, index) => {
    const feature = features.get(node.feature);
    const parts = [title(index), node.kind, node.summary, node.title, feature && feature.name];
    return parts.filter(part => part).join(" ").toLowerCase();
  });
  filter.parentElement.hidden = false;
  let matches = [];
  filter.addEventListener("input", () => {
    const text = filter.value.trim().toLowerCase();
    svg.classList.toggle("filtering", text !== "");
    matches = [];
    words.forEach((word, index) => {
      const isMatch = text === "" || word.includes(text);
      if (isMatch) matches.push(index);
      nodes[index].classList.toggle("unmatched", !isMatch);
    });
    output.textContent = text === "" ? "" : matches.length + " of " + nodes.length;
  });
  filter.addEventListener("keydown", event => {
    if (event.key === "Enter" && matches.length > 0) show(matches[0]);
  });
})();
