/** The style sheet of the graph page: light and dark, from the width of a phone on. */
import { DARK, LIGHT } from './palette.ts';

const variables = ({ page, panel, line, text, muted, accent, hover, quote }: typeof LIGHT): string =>
  Object.entries({ page, panel, line, text, muted, accent, hover, quote })
    .map(([name, color]) => `--${name}: ${color};`)
    .join(' ');

export const STYLE = `
:root { color-scheme: light dark; ${variables(LIGHT)} }
@media (prefers-color-scheme: dark) { :root { ${variables(DARK)} } }
* { box-sizing: border-box; }
html, body { height: 100%; margin: 0; }
body { background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
[hidden] { display: none !important; }
.panel.reads :is(#found, #results, #legend), .panel:not(.reads) #detail { display: none; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: .5rem; top: .5rem; z-index: 3; background: var(--panel); color: var(--accent); padding: .25rem .5rem; }
.frame { display: grid; grid-template-columns: minmax(0, 1fr) 24rem; height: 100%; }
.stage { position: relative; overflow: hidden; min-height: 0; }
#picture, #pointer { position: absolute; inset: 0; }
#pointer { touch-action: none; cursor: grab; } #pointer.node { cursor: pointer; } #pointer.moving { cursor: grabbing; }
.sigma-edgeLabels, .sigma-hovers, .sigma-hoverNodes { display: none; }
.tools { position: absolute; left: 1rem; bottom: 1rem; display: flex; gap: .375rem; }
button { font: inherit; color: inherit; background: none; border: 0; cursor: pointer; text-align: left; padding: 0; }
.tools button { background: var(--panel); border: 1px solid var(--line); border-radius: .5rem; padding: .25rem .7rem; min-height: 2.25rem; min-width: 2.25rem; text-align: center; }
.tools button:hover, .rows button:hover { background: var(--hover); }
.tools button[aria-pressed=true] { border-color: var(--accent); color: var(--accent); }
.hint { position: absolute; left: 1rem; top: .75rem; margin: 0; padding: .125rem .625rem; max-width: calc(100% - 2rem); background: var(--panel); border: 1px solid var(--line); border-radius: .5rem; pointer-events: none; overflow-wrap: anywhere; }
.hint:empty { display: none; }
.panel { background: var(--panel); border-left: 1px solid var(--line); padding: 1.25rem; overflow-y: auto; overflow-x: hidden; min-height: 0; }
h1 { font-size: 1.25rem; line-height: 1.3; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; line-height: 1.3; margin: .25rem 0; overflow-wrap: anywhere; }
h3 { font-size: .875rem; margin: 1rem 0 .25rem; color: var(--muted); }
p { margin: .125rem 0; overflow-wrap: anywhere; }
.muted { color: var(--muted); } .small { font-size: .8125rem; }
label { display: block; font-weight: 600; margin: 1rem 0 .25rem; }
input { font: inherit; width: 100%; padding: .5rem .75rem; border: 1px solid var(--muted); border-radius: .5rem; background: var(--page); color: inherit; }
.rows { list-style: none; margin: .25rem -.5rem; padding: 0; }
.rows > li > button { display: flex; align-items: baseline; gap: .5rem; width: 100%; padding: .3rem .5rem; border-radius: .375rem; }
.rows .name { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.rows .muted { font-size: .8125rem; }
.dot { flex: none; width: .625rem; height: .625rem; border-radius: 50%; align-self: center; background: currentColor; }
.back { color: var(--accent); padding: .25rem 0; }
.fact { padding: .125rem 0 .25rem; border-top: 1px solid var(--line); }
.fact > .go { color: var(--accent); padding: 0 .5rem .25rem; font-size: .8125rem; }
.fact em { font-style: normal; color: var(--muted); }
blockquote { margin: .25rem .5rem .5rem; padding: .25rem .75rem; border-left: 3px solid var(--line); font-size: .9375rem; overflow-wrap: anywhere; white-space: pre-wrap; }
blockquote footer { margin-top: .25rem; font-size: .8125rem; color: var(--muted); }
mark { color: inherit; background: var(--quote); border-radius: .125rem; padding: 0 .1rem; }
details { margin-top: 1rem; border-top: 1px solid var(--line); padding-top: .75rem; }
summary { cursor: pointer; font-weight: 600; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
@media (max-width: 48rem) {
  .frame { grid-template-columns: minmax(0, 1fr); grid-template-rows: 52% minmax(0, 1fr); }
  .panel { border-left: 0; border-top: 1px solid var(--line); padding: 1rem; border-radius: 1rem 1rem 0 0; }
}
@media (prefers-reduced-motion: no-preference) { button { transition: background-color .12s; } }
`;
