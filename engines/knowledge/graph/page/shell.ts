/** What the page has before its script fills it in. */
export const SHELL = `
<a class="skip" href="#search">Skip to the search</a>
<div class="frame">
<section class="stage" aria-label="Picture of the graph">
<div id="picture"></div>
<div id="pointer" role="img" aria-label="The graph. The lists beside it have the same entities and facts."></div>
<div id="tools" class="tools" role="group" aria-label="View">
<button type="button" id="closer" title="Zoom in" aria-label="Zoom in">+</button>
<button type="button" id="farther" title="Zoom out" aria-label="Zoom out">−</button>
<button type="button" id="fit" title="Show all">Show all</button>
<button type="button" id="arrange" aria-pressed="false" title="Let connected entities attract each other">Arrange</button>
</div>
<p id="hint" class="hint"></p>
</section>
<main id="panel" class="panel">
<header><h1 id="title"></h1><p id="counts" class="muted"></p><p id="left-out" class="muted small"></p></header>
<label for="search">Find an entity</label>
<input id="search" type="search" autocomplete="off" spellcheck="false" />
<p id="found" class="muted small" role="status"></p>
<section id="detail" tabindex="-1" aria-labelledby="detail-title"></section>
<ul id="results" class="rows" aria-label="Entities"></ul>
<details id="legend"><summary>Colours</summary><ul id="communities" class="rows" aria-label="Communities"></ul></details>
</main>
</div>
<noscript><p>This page needs JavaScript. The exports of the graph as GraphML and JSON-LD do not.</p></noscript>`;
