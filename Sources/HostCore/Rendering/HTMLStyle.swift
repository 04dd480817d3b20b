/// The style sheets of pages, for light and dark schemes and installed fonts.
enum HTMLStyle {
    /// The colours and rules that both kinds of pages share. Text has a contrast of at least 4.5 to its background
    /// (WCAG 2.2, 1.4.3) in both schemes.
    static let common: StaticString = """

        :root {
          color-scheme: light dark;
          --ground: #f6f7f9; --card: #ffffff; --line: #d5d9e0; --soft: #eceff3;
          --ink: #1b1f27; --quiet: #596273; --accent: #1f5fbf; --accent-soft: #e3edfb;
          --good: #1c7a43; --warn: #8f5c00; --bad: #b3261e; --bad-soft: #fbe5e3; --warn-soft: #fbf0d9;
          --odd: #7a3ab0; --odd-soft: #f1e6fa; --shadow: 0 1px 2px rgb(20 30 50 / .08), 0 4px 16px rgb(20 30 50 / .06);
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #14171c; --card: #1c2027; --line: #363d49; --soft: #262c35;
            --ink: #e7eaf0; --quiet: #9fa9b9; --accent: #86b6ff; --accent-soft: #22344f;
            --good: #74cf96; --warn: #e8b75b; --bad: #ff9389; --bad-soft: #46231f; --warn-soft: #40331a;
            --odd: #cf9cf5; --odd-soft: #38264a; --shadow: 0 1px 2px rgb(0 0 0 / .4), 0 6px 20px rgb(0 0 0 / .3);
          }
        }
        * { box-sizing: border-box; }
        body {
          margin: 0; background: var(--ground); color: var(--ink);
          font: 16px/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
        }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

        """

    /// The style of a page with a stack of screens.
    static let screens: StaticString = """
        header, main, .stages { max-width: 42rem; margin: 0 auto; padding: 0 1rem; }
        .screen { display: none; background: var(--card); border: 1px solid var(--line); border-radius: 12px;
          box-shadow: var(--shadow); margin: 1.5rem 0; padding: 1rem 1.25rem 1.25rem; overflow-wrap: anywhere; }
        .screen:target, .screen:last-of-type { display: block; }
        .screen:target ~ .screen:last-of-type { display: none; }
        .sheet, .managedSheet { border-top: 6px solid var(--accent); }
        .cover, .managedCover { border: 2px solid var(--accent); }
        a { color: var(--accent); text-underline-offset: .15em; }
        a:not([href]) { color: inherit; }
        .tabs ul, .stack ol { list-style: none; display: flex; flex-wrap: wrap; margin: 0; padding: 0; }
        .tabs ul { gap: .25rem; margin-top: 1rem; padding: .25rem; background: var(--soft); border-radius: 10px; }
        .tabs li { flex: 1; }
        .tabs a { display: block; text-align: center; padding: .35rem .75rem; border-radius: 8px; text-decoration: none; }
        .tabs a[aria-current] { background: var(--card); color: var(--ink); font-weight: 600; }
        .stack { font-size: .85rem; color: var(--quiet); }
        .stack li + li::before { content: "\\203A"; padding: 0 .5rem; }
        .stack a { text-decoration: none; }
        .stack a[aria-current] { color: var(--quiet); }
        .place { margin: .1rem 0 0; font: .8rem/1.5 ui-monospace, "DejaVu Sans Mono", monospace; }
        .place a { color: var(--quiet); text-decoration: none; }
        h1 { font-size: 1.6rem; line-height: 1.25; margin: .75rem 0; }
        h2, h3, h4, h5, h6 { font-size: 1rem; margin: 1.25rem 0 .35rem; color: var(--quiet); }
        p { margin: .5rem 0; }
        .text { white-space: pre-wrap; }
        .label, .link { display: flex; flex-wrap: wrap; align-items: baseline; gap: .1rem .6rem; }
        .label .detail, .rows .detail { margin-left: auto; }
        .detail, .footer, .role-secondary { color: var(--quiet); }
        .footer { font-size: .875rem; }
        .part { display: contents; }
        .part + .part { margin-left: .4rem; }
        .rows { list-style: none; margin: .5rem 0; padding: 0; border: 1px solid var(--line); border-radius: 10px; }
        .rows > li { padding: .45rem .75rem; }
        .rows > li + li { border-top: 1px solid var(--line); }
        .rows p { margin: 0; }
        .rows > li:has(> a[href]:hover) { background: var(--accent-soft); }
        .rows .link { text-decoration: none; }
        .rows .link[href]::after { content: "\\203A"; color: var(--quiet); }
        .rows .link > .detail { color: var(--quiet); }
        .badge { font-size: .75rem; line-height: 1.4; padding: 0 .5em; border-radius: 1em; background: var(--accent-soft);
          color: var(--accent); }
        .button { font: inherit; color: var(--accent); background: var(--accent-soft); border: 1px solid transparent;
          border-radius: 8px; padding: .35rem .9rem; margin: .25rem .35rem .25rem 0; }
        .button.destructive { color: var(--bad); background: var(--bad-soft); }
        .button.cancel { color: var(--ink); background: var(--soft); }
        .field, .picker, .progress, .toggle { display: flex; align-items: center; gap: .75rem; margin: .5rem 0; }
        .rows .field, .rows .picker, .rows .progress, .rows .toggle { margin: 0; }
        .toggle { justify-content: space-between; }
        .field input { flex: 1; min-width: 0; }
        input:not([type=checkbox]), select { font: inherit; color: inherit; background: var(--ground);
          border: 1px solid var(--line); border-radius: 8px; padding: .3rem .6rem; }
        input[type=checkbox] { width: 1.15rem; height: 1.15rem; }
        input, progress { accent-color: var(--accent); }
        hr { border: 0; border-top: 1px solid var(--line); margin: 1rem 0; }
        table { border-collapse: collapse; width: 100%; margin: .75rem 0; }
        th, td { text-align: start; padding: .4rem .6rem; border-bottom: 1px solid var(--line); }
        th { color: var(--quiet); font-size: .85rem; }
        th p, td p { margin: 0; }
        dialog { position: static; width: auto; max-width: 26rem; margin: 1rem auto; color: inherit;
          background: var(--card); border: 1px solid var(--line); border-radius: 12px; box-shadow: var(--shadow); }
        dialog h2 { margin-top: 0; color: var(--ink); font-size: 1.1rem; }
        .buttons { text-align: end; }
        .lock { color: var(--warn); background: var(--warn-soft); border-radius: 8px; padding: .35rem .75rem; }
        .role-accent { color: var(--accent); } .role-success { color: var(--good); }
        .role-warning { color: var(--warn); } .role-danger { color: var(--bad); }
        .disabled { opacity: .6; }
        .embedded { border-inline-start: 3px solid var(--line); padding-inline-start: .75rem; }
        .stages { color: var(--quiet); font-size: .85rem; margin-bottom: 2rem; }
        .read-out { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        @media print { .screen { display: block; box-shadow: none; break-inside: avoid; } }

        """
}
