/** A graph as one file is the same as in pages, and what does not fit is counted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileLink } from '../../../../engines/knowledge/graph/graph.ts';
import { DEFAULT_ACCESS_POLICY } from '../../../../domain/access/policy.ts';
import { aliasesOf } from '../../../../domain/knowledge/graph/aliases.ts';
import { graphFile } from '../../../../domain/knowledge/graph/file.ts';
import { matchingDocument } from '../../../../domain/knowledge/documents/filter.ts';
import { graphLinks } from '../../../../domain/knowledge/graph/links.ts';
import { graphEntities, graphNodes } from '../../../../domain/knowledge/graph/nodes.ts';
import { OWNER, database, newDataset, put, readNames } from '../../../support/knowledge/datasets.ts';

/** Each chunk states a fact about its first word and the second, which is an alias of it where it has four letters. */
const id = await newDataset();
await put(id, 'pond', [
  ['heron', 'reed', 'pike'],
  ['reed', 'pike', 'heron'],
  ['pike', 'heron', 'reed'],
  ['duck', 'heron', 'pike', 'reed'],
  ['eel', 'pike'],
]);
const EVERYBODY = { ...OWNER, subject: 'ben' };
await put(id, 'secret', [['otter', 'heron', 'pike']], {
  accessPolicy: { ...DEFAULT_ACCESS_POLICY, access_level: 'private' },
});
await readNames(id);
const dataset = { id, name: 'Pond' };
const ALL = { nodes: 1000, links: 1000 };

async function whole(caller: typeof OWNER, limits = ALL) {
  const file = await graphFile(database, dataset, matchingDocument(caller, {}), limits);
  const links: FileLink[] = [];
  for await (const part of file.links) links.push(...part);
  return { nodes: file.nodes, links, leftOut: file.leftOut() };
}

for (const [who, caller] of Object.entries({ owner: OWNER, 'other reader': EVERYBODY })) {
  test(`the file of the ${who} has the nodes and links of the pages`, async () => {
    const matching = matchingDocument(caller, {});
    const entities = (await graphEntities(database, id, matching, '', 500)).map((entity) => entity.id);
    const aliases = await aliasesOf(database, id, matching, entities);
    const nodes = await graphNodes(database, matching, entities, aliases);
    const sources = nodes.map((node) => node.id);
    const links = await graphLinks(database, id, matching, sources, aliases);
    const file = await whole(caller);
    const byId = <T extends { readonly id: string }>(rows: readonly T[]) =>
      rows.toSorted((a, b) => Number(a.id) - Number(b.id));
    assert.deepEqual(byId(file.nodes), byId(nodes));
    assert.deepEqual(byId(file.links), byId(links));
    assert.ok(links.length > 0 && nodes.length > 2);
    assert.deepEqual(file.leftOut, { nodes: 0, links: 0 });
    assert.equal(
      file.nodes.some(({ name }) => name === 'otter'),
      caller === OWNER,
    );
  });
}

test('the most mentioned nodes are kept, with the facts between them; the others are counted', async () => {
  const all = await whole(OWNER);
  const { nodes, links, leftOut } = await whole(OWNER, { nodes: 2, links: 1000 });
  assert.deepEqual(
    nodes.map(({ name }) => name),
    all.nodes.slice(0, 2).map(({ name }) => name),
  );
  const kept = new Set(nodes.map((node) => node.id));
  assert.deepEqual(
    links,
    all.links.filter(({ source, target }) => kept.has(source) && kept.has(target)),
  );
  assert.ok(leftOut.nodes > 0 && leftOut.links > 0, JSON.stringify(leftOut));
});

test('links beyond their limit are counted', async () => {
  const all = await whole(OWNER);
  const { links, leftOut } = await whole(OWNER, { nodes: 1000, links: 1 });
  assert.deepEqual(links, all.links.slice(0, 1));
  assert.equal(leftOut.links, all.links.length - 1);
});
