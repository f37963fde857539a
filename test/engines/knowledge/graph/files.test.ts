/** Graphs as GraphML and JSON-LD, read by readers of these formats that the service does not have. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import jsonld from 'jsonld';
import { SaxesParser } from 'saxes';
import type { FileLink, FileNode, GraphFile } from '../../../../engines/knowledge/graph/graph.ts';
import { graphml } from '../../../../engines/knowledge/graph/graphml.ts';
import { jsonLd } from '../../../../engines/knowledge/graph/json-ld.ts';

const LABELS = [
  'Finance Board',
  '</data><script>alert(1)</script> & "quotes" \'too\'',
  'NUL \0, bell \u0007, FFFE \uFFFE, lone \uD800 and line\r\nends\u2028',
  '𝔊raph 工房 ]]>',
];
const NODES: FileNode[] = LABELS.map((label, at) => ({
  id: String(at + 1),
  name: `name ${at}`,
  label,
  type: at === 0 ? 'organization' : null,
  chunks: 9 - at,
  aliases: at === 0 ? [{ name: 'fb' }, { name: 'the "board", of finance' }] : [],
  ...(at < 2 && { community: at }),
  sense: at === 1 ? 2 : null,
}));
const place = { chunk: '4712', documentId: 'doc_1', start: 3, end: 58, extractor: 'rules' };
const undated = { ...place, valid: { from: null, to: null }, date: null };
const dated = { ...place, valid: { from: 0, to: 364 }, date: { start: 40, end: 44 } };
const LINKS: FileLink[] = NODES.slice(1).map((node, at) => ({
  id: String(800 + at),
  source: '1',
  target: node.id,
  predicate: `says <${at}> & more`,
  evidence: [undated, dated],
}));

const DATED = { valid_from: '1970-01-01', valid_to: '1970-12-31', date_span: [40, 44] };

function file(nodes: readonly FileNode[], parts: readonly (readonly FileLink[])[]): GraphFile {
  async function* links(): AsyncGenerator<readonly FileLink[]> {
    yield* parts;
  }
  return {
    dataset: { id: 'dset_1', name: 'Tide <mill> & Co\u0001' },
    nodes,
    links: links(),
    leftOut: () => ({ nodes: 12, links: 7 }),
  };
}
const WHOLE = (): GraphFile => file(NODES, [LINKS.slice(0, 1), [], LINKS.slice(1)]);

async function text(pieces: AsyncIterable<string>): Promise<string> {
  let whole = '';
  for await (const piece of pieces) whole += piece;
  return whole;
}

/** What XML 1.0 has instead of a character that it cannot hold. */
const kept = (label: string): string => label.toWellFormed().replaceAll(/[^\P{Cc}\r\n]|\uFFFE/gu, '\uFFFD');

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly data: Record<string, string>;
}

/** The elements of the file, each with the values inside of it. Throws for what is no XML. */
function readXml(xml: string): Element[] {
  const elements: Element[] = [];
  const open: Element[] = [];
  let key = '';
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'data') {
      key = attributes['key'] ?? '';
      return;
    }
    const element = { name, attributes, data: {} };
    elements.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const parent = open.at(-1);
    if (parent && key !== '') parent.data[key] = (parent.data[key] ?? '') + text;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'data') key = '';
    else open.pop();
  });
  parser.write(xml).close();
  return elements;
}

test('GraphML is XML with declared keys, and has every node and link with its attributes', async () => {
  const elements = readXml(await text(graphml(WHOLE())));
  const named = (name: string): Element[] => elements.filter((element) => element.name === name);
  const declared = new Map(named('key').map(({ attributes }) => [attributes['id'], attributes['for']]));
  for (const { name, data } of elements) {
    for (const key of Object.keys(data)) assert.equal(declared.get(key), name, key);
  }
  const [graph] = named('graph');
  assert.equal(graph?.attributes['edgedefault'], 'directed');
  assert.deepEqual(graph?.data, { dataset: 'Tide <mill> & Co\uFFFD', nodes_left_out: '12', links_left_out: '7' });
  assert.deepEqual(
    named('node').map(({ attributes, data }) => [attributes['id'], data['label']]),
    NODES.map(({ id, label }) => [id, kept(label)]),
  );
  const [first, second, third] = named('node');
  assert.deepEqual([first?.data['type'], first?.data['chunks'], first?.data['community']], ['organization', '9', '0']);
  assert.deepEqual(JSON.parse(first?.data['aliases'] ?? ''), ['fb', 'the "board", of finance']);
  assert.deepEqual(
    [second?.data['type'], second?.data['aliases'], third?.data['community']],
    [undefined, undefined, undefined],
  );
  assert.deepEqual([first?.data['sense'], second?.data['sense']], [undefined, '2']);
  assert.deepEqual(
    named('edge').map(({ attributes: { id, source, target }, data }) => [id, source, target, data['predicate']]),
    LINKS.map(({ id, source, target, predicate }) => [id, source, target, predicate]),
  );
  const stated = { chunk_id: '4712', document_id: 'doc_1', extractor: 'rules', span: [3, 58] };
  assert.deepEqual(JSON.parse(named('edge')[0]?.data['evidence'] ?? ''), [stated, { ...stated, ...DATED }]);
});

test('JSON-LD expands to entities and facts with absolute identifiers, and no member is lost', async () => {
  const document = JSON.parse(await text(jsonLd(WHOLE()))) as jsonld.JsonLdDocument & {
    '@graph': { evidence?: object[] }[];
  };
  const options = {
    documentLoader: async (url: string): Promise<never> => {
      throw new Error(`${url} is not to be loaded`);
    },
    // Refuses members that the context does not define.
    safe: true,
  };
  const expanded: unknown = await jsonld.expand(document, options);
  const [dataset] = expanded as Record<string, unknown>[];
  assert.equal(dataset?.['@id'], 'urn:tidemill:dataset:dset_1');
  assert.deepEqual(dataset?.['urn:tidemill:nodes_left_out'], [{ '@value': 12 }]);
  const graph = dataset?.['@graph'] as Record<string, unknown>[];
  assert.deepEqual(
    graph.slice(0, NODES.length).map((node) => [node['@id'], node['https://schema.org/name']]),
    NODES.map(({ id, label }) => [`urn:tidemill:entity:${id}`, [{ '@value': label.toWellFormed() }]]),
  );
  assert.deepEqual(
    graph.slice(0, 2).map((node) => node['urn:tidemill:sense']),
    [undefined, [{ '@value': 2 }]],
  );
  const facts = graph.slice(NODES.length);
  assert.deepEqual(
    facts.map((fact) => [fact['@id'], fact['urn:tidemill:source'], fact['urn:tidemill:target']]),
    LINKS.map(({ id, source, target }) => [
      `urn:tidemill:fact:${id}`,
      [{ '@id': `urn:tidemill:entity:${source}` }],
      [{ '@id': `urn:tidemill:entity:${target}` }],
    ]),
  );
  const fact = document['@graph'][NODES.length];
  const stated = { chunk_id: 'chunk:4712', document_id: 'document:doc_1', span: [3, 58], extractor: 'rules' };
  assert.deepEqual(fact?.evidence, [stated, { ...stated, ...DATED }]);
  const quads: unknown = await jsonld.toRDF(document, { ...options, format: 'application/n-quads' });
  assert.ok(typeof quads === 'string');
  assert.equal(quads.match(/<urn:tidemill:evidence>/g)?.length, 2 * LINKS.length);
});

test('a graph without nodes is a file, too', async () => {
  assert.equal(readXml(await text(graphml(file([], [[]])))).filter(({ name }) => name === 'node').length, 0);
  assert.deepEqual((JSON.parse(await text(jsonLd(file([], [[]])))) as { '@graph': unknown })['@graph'], []);
});
