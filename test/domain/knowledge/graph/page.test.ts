/**
 * The page of a graph has what its reader may see, and nothing of other documents: no passage, name or title of a
 * community.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_ACCESS_POLICY } from '../../../../domain/access/policy.ts';
import { commitCommunities } from '../../../../domain/knowledge/graph/communities/commit.ts';
import { readLayerGraph } from '../../../../domain/knowledge/graph/communities/layer-graph.ts';
import { layerOfRow, layersAfter } from '../../../../domain/knowledge/datasets/layers.ts';
import { requestTurn } from '../../../../domain/knowledge/datasets/turns.ts';
import { matchingDocument } from '../../../../domain/knowledge/documents/filter.ts';
import { graphText } from '../../../../domain/knowledge/graph/formats.ts';
import type { PageLink, PageNode, PagePassages, PageSummary } from '../../../../engines/knowledge/graph/page/data.ts';
import { divideGraph } from '../../../../engines/knowledge/communities/divide.ts';
import { JOB, OWNER, database, newDataset, newStep, put, readNames } from '../../../support/knowledge/datasets.ts';

const BEN = { ...OWNER, subject: 'ben' };
const ATTACK = '</script><script>alert(1)</script>';

const id = await newDataset();
await put(id, 'pond', [
  ['heron', 'reed', 'pike', ATTACK],
  ['reed', 'pike', 'heron'],
  ['pike', 'heron', 'reed'],
]);
await put(
  id,
  'vault',
  [
    ['otter', 'safe', 'coin', 'heron'],
    ['safe', 'otter', 'coin'],
    ['coin', 'safe', 'otter'],
  ],
  {
    accessPolicy: { ...DEFAULT_ACCESS_POLICY, access_level: 'private' },
  },
);
await readNames(id);
const turn = await requestTurn(database, id, JOB);
for (const { first } of await layersAfter(database, id, '0', { size: 1, ranges: 10 })) {
  const layer = layerOfRow(id, first);
  const graph = await readLayerGraph(database, layer);
  const divided = divideGraph(graph.entities, graph.edges, graph.known);
  await commitCommunities(database, turn, newStep(), { layer, graph, divided });
}

async function pageOf(caller: typeof OWNER, ofDataset = id): Promise<string> {
  let text = '';
  const dataset = { id: ofDataset, name: ATTACK };
  for await (const piece of await graphText(database, caller, dataset, matchingDocument(caller, {}), 'html'))
    text += piece;
  return text;
}

function block<T>(page: string, name: string): T {
  const json = new RegExp(`id="${name}">(.*)</script>`).exec(page)?.[1] ?? assert.fail(name);
  return JSON.parse(json) as T;
}

test('the page of a reader has the entities, passages and communities of readable documents alone', async () => {
  const page = await pageOf(BEN);
  for (const secret of ['otter', 'safe', 'coin', 'vault']) {
    const data = page.slice(page.indexOf('id="nodes"'), page.indexOf('<script>', page.indexOf('id="summary"')));
    assert.doesNotMatch(data, new RegExp(secret));
  }
  const { communities } = block<PageSummary>(page, 'summary');
  assert.equal(communities.length, 1);
  assert.match(communities[0] ?? '', /heron|reed|pike/);
  assert.ok(block<PageNode[]>(page, 'nodes').every(({ community }) => community === 0));
});

test('the page of the owner has those of all', async () => {
  const page = await pageOf(OWNER);
  const { communities } = block<PageSummary>(page, 'summary');
  assert.equal(communities.length, 2);
  const numbers = new Map(block<PageNode[]>(page, 'nodes').map(({ label, community }) => [label, community]));
  assert.notEqual(numbers.get('coin') ?? null, null);
  assert.notEqual(numbers.get('coin'), numbers.get('reed'));
  assert.match(communities[numbers.get('coin') ?? -1] ?? '', /otter|safe|coin/);
});

test('what documents write stays text', async () => {
  const page = await pageOf(BEN);
  assert.equal(block<PageSummary>(page, 'summary').dataset, ATTACK);
  const passages = Object.values(block<PagePassages>(page, 'passages-0')).flat();
  assert.ok(passages.some(({ before, stated, after }) => (before + stated + after).includes(ATTACK)));
  assert.ok(block<PageLink[]>(page, 'links-0').length > 0);
  assert.doesNotMatch(page, /<script>alert/);
});

test('an entity without facts has up to three passages that mention it, of readable documents alone', async () => {
  const lonely = await newDataset();
  for (const at of [1, 2, 3, 4]) await put(lonely, `open ${at}`, [['swan']]);
  const closed = { ...DEFAULT_ACCESS_POLICY, access_level: 'private' as const };
  await put(lonely, 'closed', [['swan'], ['crane']], { accessPolicy: closed });
  await readNames(lonely);
  const seenBy = async (caller: typeof OWNER): Promise<string[][]> => {
    const mentions = block<PagePassages>(await pageOf(caller, lonely), 'mentions-0');
    return Object.values(mentions).map((passages) => passages.map(({ document }) => document));
  };
  assert.deepEqual(await seenBy(BEN), [['open 1', 'open 2', 'open 3']]);
  assert.deepEqual(await seenBy(OWNER), [['open 1', 'open 2', 'open 3'], ['closed']]);
});
