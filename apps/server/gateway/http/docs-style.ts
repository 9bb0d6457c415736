/** The documentation's only style sheet; the colours are the design's day and night grounds. */
export const docsStyle = `:root {
  color-scheme: light dark;
  --paper: light-dark(#ffffff, #0f1318);
  --raised: light-dark(#f5f6f8, #161b22);
  --ink: light-dark(#12161c, #e8ecf1);
  --second: light-dark(#4b5563, #a7b0bc);
  --accent: light-dark(#2f4ed8, #8fa4ff);
  --line: light-dark(#d9dde3, #2a313b);
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 24px 16px 64px; max-width: 960px;
  background: var(--paper); color: var(--ink);
  font: 14px/1.6 Inter, system-ui, sans-serif; font-variant-numeric: tabular-nums;
}
h1 { font-size: 28px; line-height: 1.2; margin: 0 0 8px; }
h2 { font-size: 20px; margin: 48px 0 8px; padding-bottom: 4px; border-bottom: 1px solid var(--line); }
h3 { font-size: 14px; margin: 24px 0 4px; overflow-wrap: anywhere; }
p { margin: 4px 0; }
a { color: var(--accent); }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
nav ul { display: flex; flex-wrap: wrap; gap: 4px 16px; list-style: none; margin: 16px 0; padding: 0; }
nav a { display: inline-block; padding: 4px 0; }
code, pre { font: 13px/1.5 ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; }
.method { color: var(--second); font-weight: 600; }
.marks { color: var(--second); }
.marks::before { content: "— "; }
summary { cursor: pointer; color: var(--second); padding: 4px 0; }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: 6px; margin: 4px 0 8px; padding: 12px; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0; border-bottom: 1px solid var(--line); }
`;
