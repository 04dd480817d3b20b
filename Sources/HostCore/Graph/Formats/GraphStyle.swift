/// The style sheet of a graph's page, in addition to the one that all pages share.
enum GraphStyle {
    static let style: StaticString = """
        :root { --edge: #7d889b; --in-soft: #e6f2ea; --out-soft: #fdf1dc; --in: #1c6b3c; --out: #8a5600; }
        @media (prefers-color-scheme: dark) {
          :root { --edge: #77839a; --in-soft: #1d3527; --out-soft: #3b301b; --in: #8fdcac; --out: #efc373; }
        }
        [hidden] { display: none !important; }
        body { min-height: 100vh; display: flex; flex-direction: column; }
        header { display: flex; flex-wrap: wrap; align-items: center; gap: .35rem 1.25rem; padding: .9rem 1.25rem .8rem;
          background: var(--card); border-bottom: 1px solid var(--line); }
        h1 { font-size: 1.2rem; margin: 0; }
        .counts { margin: 0; color: var(--quiet); font-size: .875rem; }
        .filter { display: flex; align-items: center; gap: .5rem; margin-left: auto; font-size: .875rem; }
        .filter input { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line);
          border-radius: 8px; padding: .3rem .65rem; width: 15rem; }
        .filter output { color: var(--quiet); min-width: 4.5em; }
        .legend { flex-basis: 100%; list-style: none; display: flex; flex-wrap: wrap; gap: .1rem 1.25rem; margin: 0;
          padding: 0; color: var(--quiet); font-size: .8rem; }
        .legend li { display: flex; align-items: center; gap: .45rem; }
        main { flex: 1; display: flex; min-height: 24rem; min-width: 0; }
        .picture { flex: 1; min-width: 0; overflow: auto; padding: .5rem; display: grid; align-items: safe center;
          justify-items: safe center; }
        .picture > svg { display: block; max-width: 100%; height: auto; }
        .picture:focus-visible { outline-offset: -2px; }
        #details { flex: 0 0 21rem; position: relative; overflow: auto; padding: 1rem 1.25rem; background: var(--card);
          border-left: 1px solid var(--line); font-size: .875rem; overflow-wrap: anywhere; }
        @media (min-width: 48rem) { main { height: calc(100vh - 7rem); } }
        @media (max-width: 48rem) {
          main { flex-direction: column; }
          #details { flex: none; border-left: 0; border-top: 1px solid var(--line); }
        }
        #details h2 { font-size: 1.05rem; margin: .1rem 2rem .4rem 0; }
        #details h3, .findings h2 { font-size: .75rem; letter-spacing: .05em; text-transform: uppercase;
          color: var(--quiet); margin: 1.1rem 0 .3rem; }
        #details p { margin: .4rem 0; }
        #details .kind { margin: 0; color: var(--quiet); }
        #details ul { list-style: none; margin: 0; padding: 0; }
        #details li { padding: .3rem 0; border-top: 1px solid var(--line); }
        #details li > span, #details li > code { display: block; }
        code { font: .8rem/1.5 ui-monospace, "DejaVu Sans Mono", monospace; color: var(--quiet); }
        .way, .close { font: inherit; border: 0; background: none; padding: 0; color: var(--accent); cursor: pointer;
          text-align: start; }
        .way:hover { text-decoration: underline; }
        .close { position: absolute; top: .7rem; right: .9rem; font-size: 1.35rem; line-height: 1; padding: .25rem; }
        .status { font-size: .75rem; }
        .finding { border-left: 3px solid; padding-left: .6rem; }
        .fix { display: block; color: var(--quiet); }
        .findings { padding: 0 1.25rem 1.5rem; font-size: .875rem; border-top: 1px solid var(--line);
          background: var(--card); overflow-wrap: anywhere; }
        .findings ul { list-style: none; margin: 0; padding: 0; max-width: 70rem; }
        .findings li { padding: .4rem 0; display: grid; grid-template-columns: 7rem 1fr; gap: 0 .75rem; }
        .findings .fix { grid-column: 2; }
        .findings li > span:not(.fix) { color: var(--ink); }
        .dangling, .conflicting { --mark: var(--bad); --mark-soft: var(--bad-soft); }
        .cyclic { --mark: var(--odd); --mark-soft: var(--odd-soft); }
        .ill-typed, .ill-formed, .refused { --mark: var(--warn); --mark-soft: var(--warn-soft); }
        .unreachable { --mark: var(--quiet); --mark-soft: var(--soft); }
        .finding, .status, .findings strong { color: var(--mark); }
        .finding { color: inherit; border-color: var(--mark); }

        .ground { fill: var(--card); stroke: var(--line); }
        .ground.absent { fill: none; stroke: var(--bad); stroke-dasharray: 6 4; }
        svg text { fill: var(--ink); font: 12px ui-monospace, "DejaVu Sans Mono", "Liberation Mono", monospace; }
        svg .name { font: 600 14px system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }
        .node { cursor: pointer; outline: none; }
        .node rect { fill: var(--soft); stroke: transparent; stroke-width: 1.25; }
        .node .kind { fill: var(--quiet); font-size: 10px; }
        .node.incoming rect, .node.main rect, .node.checkpoint rect, .node.receives rect { fill: var(--in-soft); }
        .node.incoming .kind, .node.main .kind, .node.checkpoint .kind, .node.receives .kind { fill: var(--in); }
        .node.outgoing rect, .node.returns rect, .node.sends rect { fill: var(--out-soft); }
        .node.outgoing .kind, .node.returns .kind, .node.sends .kind { fill: var(--out); }
        .node.link rect { fill: var(--card); stroke: var(--line); }
        .node.tab rect { fill: var(--odd-soft); } .node.tab .kind { fill: var(--odd); }
        .node.missing rect { fill: none; stroke: var(--bad); stroke-dasharray: 5 3; }
        .node.marked rect { stroke: var(--mark); stroke-dasharray: 5 3; }
        .border rect { fill: none; stroke: var(--mark); stroke-dasharray: 5 3; stroke-width: 1.25; }
        .node:hover rect, .node:focus-visible rect { stroke: var(--accent); stroke-dasharray: none; }
        .node:focus-visible rect { stroke-width: 2.5; }
        .edge .line { fill: none; stroke: var(--edge); stroke-width: 1.4; marker-end: url(#arrow-plain); }
        .edge.link .line { stroke-width: 1; opacity: .75; }
        .edge.root .line { stroke: var(--odd); marker-end: url(#arrow-root); }
        .edge.checkpoint .line, .edge.value .line { stroke-dasharray: 1.5 4; stroke-linecap: round; stroke-width: 2; }
        .edge.value .line { stroke-dasharray: 1.5 4 6 4; }
        .edge.marked .line { stroke: var(--mark); stroke-width: 1.8; stroke-dasharray: 7 4; }
        .edge.conflicting .line { stroke-dasharray: none; stroke-width: 2.4; }
        .edge.cyclic .line { stroke-dasharray: 2 4; stroke-linecap: round; stroke-width: 2.4; }
        .edge.ill-typed .line, .edge.ill-formed .line { stroke-dasharray: 10 4 2 4; }
        .edge rect.mark { fill: var(--mark-soft); stroke: var(--mark); stroke-width: .75; }
        .edge text.mark { fill: var(--mark); text-anchor: middle; font-size: 10px; }
        .edge.dangling .line { marker-end: url(#arrow-dangling); }
        .edge.conflicting .line { marker-end: url(#arrow-conflicting); }
        .edge.cyclic .line { marker-end: url(#arrow-cyclic); }
        .edge.ill-typed .line { marker-end: url(#arrow-ill-typed); }
        .edge.ill-formed .line { marker-end: url(#arrow-ill-formed); }
        .edge.refused .line { marker-end: url(#arrow-refused); }
        .arrow path { fill: var(--mark, var(--edge)); }
        .arrow.root path { fill: var(--odd); }
        .arrow.lit path { fill: var(--accent); }
        .following .edge:not(.lit), .following .node:not(.lit), .filtering .unmatched { opacity: .18; }
        .edge.lit .line { stroke: var(--accent); stroke-width: 2.4; opacity: 1; marker-end: url(#arrow-lit); }
        .edge.marked.lit .line { stroke: var(--mark); }
        .node.lit rect { stroke: var(--accent); }
        .node.start rect { stroke-width: 2.5; }
        @media (prefers-reduced-motion: no-preference) { .edge, .node { transition: opacity .12s; } }
        @media print { .filter, #details { display: none; } main { height: auto; } }

        """
}
