/** How the page looks, by day and by night. It names no font and no picture from elsewhere. */
export const style = `
:root { color-scheme: light dark;
  --page: #f6f5f2; --card: #ffffff; --ink: #1d1d1b; --dim: #62625c; --line: #e2e0da; --code: #f1efea;
  --pass: #1a7f4b; --fail: #c4362c; --warning: #8a5606; --none: #6d6d66; --on: #ffffff;
  --add: #e3f4e8; --del: #fbe6e4; --hunk: #e7ecf8;
  --t0: #3f6fd1; --t1: #8a4fc0; --t2: #c4661c; --t3: #1f8a7d; --t4: #b83f78; --t5: #6d6f1f; }
@media (prefers-color-scheme: dark) { :root {
  --page: #131416; --card: #1c1e21; --ink: #ebeae6; --dim: #a3a29b; --line: #33363b; --code: #25282c;
  --pass: #4cc38a; --fail: #ff7a70; --warning: #e8b650; --none: #8b8b84; --on: #14161a;
  --add: #15351f; --del: #43201e; --hunk: #222c45;
  --t0: #7ba3f5; --t1: #c08cf0; --t2: #f0a05c; --t3: #5cc9ba; --t4: #ec86b5; --t5: #c3c56a; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
main { max-width: 1040px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 10px 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 0 0 12px; }
h3 { font-size: 1rem; margin: 18px 0 6px; }
p, ul { margin: 6px 0; } ul { padding-left: 20px; } li, p, dd { overflow-wrap: anywhere; }
a { color: inherit; }
.dim { color: var(--dim); }
section, header { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 20px; margin-bottom: 16px; }
header { border-top: 5px solid var(--fail); }
header.pass { border-top-color: var(--pass); } header.none { border-top-color: var(--none); }
.pill { display: inline-block; border-radius: 999px; padding: 1px 10px; font-size: .85rem; font-weight: 600;
  color: var(--on); background: var(--none); white-space: nowrap; }
.pill.pass { background: var(--pass); } .pill.fail { background: var(--fail); } .pill.warning { background: var(--warning); }
dl.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(140px, 1fr)); gap: 12px 20px; margin: 16px 0 12px; }
dl.facts dt { font-size: .8rem; color: var(--dim); } dl.facts dd { margin: 0; font-size: 1.15rem; font-weight: 600; }
dl.facts dd small { display: block; font-weight: 400; font-size: .8rem; color: var(--dim); }
.next { border-left: 5px solid var(--t0); }
figure { margin: 0; min-width: 0; } figcaption { font-size: .85rem; color: var(--dim); margin-bottom: 8px; }
figcaption strong { display: block; color: var(--ink); font-size: .95rem; }
.charts { display: grid; grid-template-columns: 1fr 1fr; gap: 28px; margin-top: 24px; }
svg { display: block; overflow: visible; font-size: 12px; }
svg text { fill: var(--ink); } svg text.dim { fill: var(--dim); } svg text.on { fill: var(--on); font-weight: 600; }
svg .grid { stroke: var(--line); } svg .link { stroke: var(--none); } svg .track { fill: var(--code); } svg .before { stroke: var(--dim); stroke-dasharray: 4 4; }
svg .climb { stroke: var(--dim); stroke-width: 1.5; stroke-dasharray: 2 3; }
svg .none rect { fill: var(--none); } svg .pass rect { fill: var(--pass); }
svg .fail rect { fill: var(--fail); } svg .warning rect { fill: var(--warning); } svg .besides rect { fill: var(--none); }
svg .t0 rect, svg .t0 { fill: var(--t0); } svg .t1 rect, svg .t1 { fill: var(--t1); } svg .t2 rect, svg .t2 { fill: var(--t2); }
svg .t3 rect, svg .t3 { fill: var(--t3); } svg .t4 rect, svg .t4 { fill: var(--t4); } svg .t5 rect, svg .t5 { fill: var(--t5); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; color: var(--dim); font-size: .8rem; }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top; white-space: nowrap; }
td.wide { white-space: normal; min-width: 180px; overflow-wrap: anywhere; } tr:last-child td { border-bottom: 0; }
details { border: 1px solid var(--line); border-radius: 8px; margin-top: 10px; }
summary { cursor: pointer; padding: 10px 12px; } details > div { padding: 0 12px 12px; }
summary .dim { font-size: .85rem; }
code, pre { font: .85em/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
code { background: var(--code); border-radius: 4px; padding: 1px 4px; overflow-wrap: anywhere; }
pre { background: var(--code); border-radius: 8px; padding: 10px 0; overflow-x: auto; margin: 8px 0; tab-size: 4; }
pre span { display: block; width: max-content; min-width: 100%; padding: 0 12px; }
pre .add { background: var(--add); } pre .del { background: var(--del); } pre .hunk { background: var(--hunk); } pre .meta { color: var(--dim); }
.callout { border-left: 4px solid var(--warning); background: var(--code); border-radius: 4px; padding: 8px 12px; margin: 10px 0; overflow-wrap: anywhere; }
.errors code { white-space: pre-wrap; }
footer { color: var(--dim); font-size: .85rem; text-align: center; }
@media (max-width: 700px) { .charts { grid-template-columns: 1fr; } main { padding: 12px 10px 40px; } section, header { padding: 16px 14px; } h1 { font-size: 1.3rem; } }
@media print { body { background: none; } section, header { break-inside: avoid; } }
`;
