/** The page of a graph, in the browser. */
import { arrangement } from './arrange.ts';
import { onColorsChange } from './colors.ts';
import { shell } from './elements.ts';
import { modelOf } from './model.ts';
import { Panel } from './panel.ts';
import { Picture } from './picture.ts';
import type { Focus } from './picture.ts';
import { followPointer } from './pointer.ts';
import type { Hit } from './pointer.ts';
import { nodes, readLinks, summary } from './read.ts';

const { links, ...blocks } = readLinks();
const { model, communities } = modelOf(nodes, links, summary?.communities ?? []);
const panel = new Panel(
  { nodes, links: new Map(links.map((link) => [link.id, link])), ...blocks, model, communities },
  { select: (node) => select({ node }), leave },
);
const search = shell('search') as HTMLInputElement;
/** What had the focus before an entity was selected. */
let before: Element | null = null;

const count = (number: number): string => number.toLocaleString('en');
shell('title').textContent = summary?.dataset ?? '';
shell('counts').textContent = `${count(nodes.length)} entities, ${count(links.length)} facts`;
shell('left-out').textContent = leftOut();
panel.find('');
panel.listCommunities();

const canDraw = document.createElement('canvas').getContext('webgl2') !== null;
/** `null` in a browser that cannot draw it: the lists have everything. */
const picture = canDraw ? new Picture(model, shell('picture')) : null;

function leftOut(): string {
  const { nodesLeftOut = 0, linksLeftOut = 0, linksWithoutPassages = 0 } = summary ?? {};
  const parts = [
    ...(nodesLeftOut > 0 ? [`${count(nodesLeftOut)} names that fewer passages mention`] : []),
    ...(linksLeftOut > 0 ? [`${count(linksLeftOut)} facts`] : []),
    ...(linksWithoutPassages > 0 ? [`the passages of ${count(linksWithoutPassages)} facts`] : []),
  ];
  return parts.length === 0 ? '' : `Not in this page: ${parts.join(', ')}.`;
}

function select(hit: Hit): void {
  if (hit === null) return leave();
  if (!panel.isReading) before = document.activeElement;
  if ('node' in hit) {
    panel.showNode(hit.node);
    picture?.focus(around([hit.node]));
    picture?.show(hit.node);
  } else {
    panel.showLink(hit.link);
    const ends = model.extremities(hit.link);
    picture?.focus({
      nodes: new Set(ends),
      links: new Set([...model.edges(...ends), ...model.edges(ends[1], ends[0])]),
    });
  }
}

function leave(): void {
  if (!panel.isReading) return;
  panel.hide();
  picture?.focus(null);
  if (before instanceof HTMLElement && before.isConnected) before.focus();
  else search.focus();
}

/** Nodes with their links and neighbours. */
function around(ids: readonly string[]): Focus {
  return {
    nodes: new Set(ids.flatMap((id) => [id, ...model.neighbors(id)])),
    links: new Set(ids.flatMap((id) => model.edges(id))),
  };
}

search.addEventListener('input', () => {
  panel.hide();
  const found = panel.find(search.value);
  const isAsked = search.value.trim() !== '';
  picture?.focus(isAsked ? { nodes: new Set(found.map(({ id }) => id)), links: new Set() } : null);
});
search.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') shell('results').querySelector('button')?.click();
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') leave();
});

if (picture === null) {
  shell('hint').textContent = 'This browser does not draw the picture: it has no WebGL.';
  shell('tools').hidden = true;
} else attend(picture);

function attend(shown: Picture): void {
  followPointer(shell('pointer'), shown, model, {
    select,
    hover: (hit) => {
      const isNode = hit !== null && 'node' in hit;
      shell('hint').textContent = isNode ? model.getNodeAttribute(hit.node, 'label') : '';
      shell('pointer').classList.toggle('node', isNode);
    },
  });
  const camera = shown.sigma.getCamera();
  const zoom = (factor: number) => () => shown.move({ ratio: camera.getBoundedRatio(camera.ratio * factor) });
  shell('closer').addEventListener('click', zoom(1 / 1.6));
  shell('farther').addEventListener('click', zoom(1.6));
  shell('fit').addEventListener('click', () => shown.move({ x: 0.5, y: 0.5, ratio: 1 }));
  const arrange = shell('arrange');
  const { toggle } = arrangement(model, (isRunning) => arrange.setAttribute('aria-pressed', String(isRunning)));
  arrange.addEventListener('click', toggle);
}

onColorsChange(() => {
  panel.find(search.value);
  panel.listCommunities();
});
