/** Graphs of made-up entities with communities, as a page shows them. The same for the same sizes. */
import type { GraphFile } from '../../../engines/knowledge/graph/graph.ts';
import type { PagePassages } from '../../../engines/knowledge/graph/page/data.ts';
import type { LinkWithPassages, PageFile } from '../../../engines/knowledge/graph/page/page.ts';
import { passageOf } from '../../../engines/knowledge/graph/page/passage.ts';
import { seededRandom } from '../../../engines/statistics/random.ts';

const FIRST = ['Ada', 'Tom', 'Ruth', 'Ines', 'Karl', 'Mina', 'Otto', 'Vera', 'Lars', 'Ella', 'Hugo', 'Nora'];
const LAST = ['Oakes', 'Hallam', 'Marsh', 'Weir', 'Somers', 'Brook', 'Alder', 'Stone', 'Quay', 'Fenn'];
const VERBS = ['owns', 'works for', 'advises', 'was founded by', 'reports to', 'repaired', 'is next to', 'bought'];
/** Links within a community, of all. */
const WITHIN = 0.88;

export function madeGraph(nodeCount: number, linkCount: number): PageFile {
  const random = seededRandom(1);
  const draw = (below: number): number => Math.floor(random() * below);
  const communities = Math.max(3, Math.round(Math.sqrt(nodeCount) / 3));
  const communityOf = Array.from({ length: nodeCount }, () => Math.floor(communities * random() ** 1.7));
  const members = Map.groupBy(communityOf.keys(), (node) => communityOf[node] ?? 0);
  const label = (node: number): string =>
    `${FIRST[node % FIRST.length]} ${LAST[Math.floor(node / FIRST.length) % LAST.length]} ` +
    `${Math.floor(node / 120) + 1}`;
  const nodes = communityOf.map((_community, node) => ({
    id: String(node),
    name: label(node).toLowerCase(),
    label: label(node),
    type: node % 3 === 0 ? 'person' : null,
    chunks: Math.ceil(120 / (node + 1)),
    aliases: node % 7 === 0 ? [{ name: `alias ${node}` }] : [],
  }));
  const links = Array.from({ length: linkCount }, (_link, at): LinkWithPassages => {
    const source = draw(nodeCount);
    const near = members.get(communityOf[source] ?? 0) ?? [source];
    // The first members have most of the links.
    const drawn = random() < WITHIN ? (near[Math.floor(near.length * random() ** 2)] ?? 0) : draw(nodeCount);
    const target = drawn === source ? (source + 1) % nodeCount : drawn;
    const predicate = VERBS[at % VERBS.length] ?? '';
    const before = 'The minutes of the meeting say so. ';
    const stated = `${label(source)} ${predicate} ${label(target)}`;
    const text = `${before}${stated}. It rained for the rest of the day, and nobody objected.`;
    const place = { start: before.length, end: before.length + stated.length };
    return {
      id: `f${at}`,
      source: String(source),
      target: String(target),
      predicate,
      evidence: [{ chunk: String(at), documentId: 'doc_1', ...place, extractor: 'rules', ...UNDATED }],
      passages: [passageOf('Minutes', text, place.start, place.end)],
    };
  });
  return graphOf('Tide mill', nodes, links);
}

const UNDATED = { valid: { from: null, to: null }, date: null };

export function graphOf(
  name: string,
  nodes: GraphFile['nodes'],
  links: readonly LinkWithPassages[],
  leftOut = { nodes: 0, links: 0 },
  mentions: PagePassages = {},
): PageFile {
  async function* parts(): AsyncGenerator<readonly LinkWithPassages[]> {
    for (let from = 0; from < links.length; from += 1000) yield links.slice(from, from + 1000);
  }
  return {
    dataset: { id: 'dset_1', name },
    nodes,
    links: parts(),
    leftOut: () => leftOut,
    mentions: async () => mentions,
  };
}
