/** The style sheet of reports: light and dark, from the width of a phone on. */

const LIGHT = `
--page: #ffffff; --panel: #f5f6f8; --line: #d3d7de; --text: #1b1f24; --muted: #57606a; --accent: #0a58ca;
--good: #146c43; --bad: #b02a37; --unknown: #7a5200; --bar: #5b8def; --second: #c8541b;
--good-back: #d9f2e3; --bad-back: #fbdfe1; --quote-back: #fff1b8;`;

const DARK = `
--page: #14171c; --panel: #1e232b; --line: #3b4350; --text: #e6e9ee; --muted: #a5afbd; --accent: #84b4ff;
--good: #6fd39a; --bad: #ff8f98; --unknown: #e7bd5f; --bar: #6f9dff; --second: #ff9d66;
--good-back: #17402a; --bad-back: #521e24; --quote-back: #4d4113;`;

export const STYLE = `
:root { color-scheme: light dark; ${LIGHT} }
@media (prefers-color-scheme: dark) { :root { ${DARK} } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
h3.label { font-size: .875rem; margin: .75rem 0 .25rem; color: var(--muted); }
p { margin: .25rem 0 .5rem; overflow-wrap: anywhere; }
a { color: var(--accent); }
.muted { color: var(--muted); }
.good { color: var(--good); } .bad { color: var(--bad); } .unknown { color: var(--unknown); }
.verdict { font-weight: 600; white-space: nowrap; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { padding: .4rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
tbody tr:last-child > * { border-bottom: 0; }
thead th { background: var(--panel); white-space: nowrap; }
tbody th { font-weight: 600; }
tbody th a { white-space: nowrap; }
tbody th { min-width: 8rem; } .wide { display: block; min-width: 16rem; font-weight: 400; overflow-wrap: anywhere; }
td:not(.number) { min-width: 6rem; } td:last-child:not(.number) { min-width: 12rem; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.key { display: block; font-weight: 400; color: var(--muted); font-size: .8rem; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: 1rem; margin-bottom: 1rem; }
figure { margin: 0; padding: .75rem; border: 1px solid var(--line); border-radius: .5rem; min-width: 0; }
figcaption { font-size: .875rem; font-weight: 600; margin-bottom: .25rem; overflow-wrap: anywhere; }
svg { display: block; width: 100%; height: auto; } td svg { height: .5rem; }
svg text { fill: var(--muted); font: 11px system-ui, sans-serif; }
.axis { stroke: var(--line); } .limit { stroke: var(--second); stroke-dasharray: 1.5 3; }
.bar { fill: var(--bar); } .curve { fill: none; stroke: var(--bar); stroke-width: 1.5; }
.curve.second { stroke: var(--second); stroke-dasharray: 5 3; }
.point { fill: var(--bar); } .point.second { fill: var(--second); }
.point.invalid { fill: var(--page); stroke: var(--bad); stroke-width: 1.5; }
.filter { border: 0; padding: 0; margin: .5rem 0 1rem; display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
.filter legend { padding: 0; float: left; margin-right: 1rem; font-weight: 600; }
.fold { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; }
.fold > summary { padding: .5rem .75rem; cursor: pointer; overflow-wrap: anywhere; }
.fold[open] > summary { background: var(--panel); border-radius: .5rem .5rem 0 0; }
.fold > div { padding: 0 .75rem .75rem; }
.chip { display: inline-block; font-size: .8rem; border: 1px solid currentColor; border-radius: 1rem; padding: 0 .5rem; margin: 0 .1rem; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--panel); border-radius: .375rem; padding: .5rem .75rem; margin: .25rem 0; }
.evidence { font-size: .875rem; overflow-wrap: anywhere; }
.evidence dl { display: grid; grid-template-columns: minmax(5rem, max-content) minmax(0, 1fr); gap: 0 .75rem; margin: 0; }
.evidence dt { color: var(--muted); } .evidence dd { margin: 0; }
.evidence ol, .evidence ul { margin: 0; padding-left: 1.25rem; }
mark { color: inherit; background: var(--quote-back); border-radius: .125rem; }
mark.supported { background: var(--good-back); }
mark.unsupported { background: var(--bad-back); text-decoration: underline wavy var(--bad); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
body:has(#only-failed:checked) .case:not(.failed),
body:has(#only-unmeasured:checked) .case:not(.unmeasured),
body:has(#only-passed:checked) .case:not(.passed),
body:has(#only-disputed:checked) .case:not(.disputed) { display: none; }
footer { margin-top: 2rem; border-top: 1px solid var(--line); padding-top: .5rem; font-size: .875rem; color: var(--muted); }
@media (max-width: 40rem) {
  .evidence dl { display: block; } .evidence dd { margin-left: .75rem; }
}
@media print { .filter { display: none; } }
`;
