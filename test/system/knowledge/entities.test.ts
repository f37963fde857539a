/** Corrections about names over HTTP: merged, split, listed and taken back, across Cognify jobs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { KnowledgeConflictList } from '../../../api/knowledge/graph/conflicts.ts';
import type { KnowledgeGraph } from '../../../api/knowledge/graph/graph.ts';
import type { KnowledgeCandidateList } from '../../../api/knowledge/entities/candidates.ts';
import type { KnowledgeCorrection, KnowledgeCorrectionList } from '../../../api/knowledge/entities/schemas.ts';
import {
  addTexts,
  cognifiedTexts,
  documentLabelled,
  removeDocument,
  runKnowledge,
  search,
} from '../../support/knowledge/client.ts';
import { sharedSystem } from '../../support/service/system.ts';

const { api } = await sharedSystem();
const client = await api.client();

const TEXTS = [
  { label: 'Works', text: 'Acme Works was founded by Jon Marsh. Jon Marsh lives in Carrow.' },
  { label: 'Plant', text: 'The Acme Plant is in Norwich. Jon Marsh paints boats in Norwich.' },
];

const NO_SPLITS = { splits_found: 0, splits: 0 };

async function newDataset(key: string) {
  const id = await cognifiedTexts(client, key, TEXTS);
  const path = `/v1/knowledge/datasets/${id}`;
  return {
    id,
    path,
    key,
    graph: () => client.expect<KnowledgeGraph>(200, 'GET', `${path}/graph?limit=500`),
    post: (what: 'merge' | 'split', body: object) =>
      client.expect<KnowledgeCorrection>(201, 'POST', `${path}/entities/${what}`, { body }),
    corrections: () => client.expect<KnowledgeCorrectionList>(200, 'GET', `${path}/entities/corrections`),
  };
}

test('a merge outlives Cognify jobs, and taking it back restores the graph byte for byte', async () => {
  const { id, path, key, graph, post, corrections } = await newDataset('merged');
  const before = await graph();
  const made = await post('merge', { names: ['acme plant', 'Acme Works'], main: 'Acme Works' });
  assert.deepEqual([made.kind, made.names, made.source], ['merge', ['acme works', 'acme plant'], 'person']);
  await addTexts(client, key, [{ label: 'Quay', text: 'The boats of Acme Plant are cheap.' }]);
  await runKnowledge(client, 'cognify', { dataset_key: key });
  const merged = (await graph()).nodes.find(({ name }) => name === 'acme works');
  assert.deepEqual(
    [merged?.chunks, merged?.aliases.map(({ name, rule, correction_id }) => [name, rule, correction_id])],
    [3, [['acme plant', 'correction', made.correction_id]]],
  );
  assert.deepEqual(await corrections(), { items: [made], next_cursor: null });
  await removeDocument(client, id, 'Quay');
  await client.expect(204, 'DELETE', `${path}/entities/corrections/${made.correction_id}`);
  assert.equal(JSON.stringify(await graph()), JSON.stringify(before));
});

test(
  'consolidation merges likely names, counts them alone in a dry run, changes nothing when repeated, and is ' +
    'taken back by its job',
  async () => {
    const { path, key, graph, corrections } = await newDataset('consolidated');
    await addTexts(client, key, [
      { label: 'Board', text: 'The Finance Board met in Carrow. The Board of Finance pays.' },
    ]);
    await addTexts(client, key, [
      { label: 'Rules', text: 'The Board of Finance may close the yard of Acme Works Ltd.' },
    ]);
    await runKnowledge(client, 'cognify', { dataset_key: key });
    const before = await graph();
    const consolidate = (options: object) =>
      runKnowledge(client, 'memify', { dataset_key: key, pipeline: 'consolidate_entities', ...options });
    const found = await client.expect<Static<typeof KnowledgeCandidateList>>(
      ...([200, 'GET', `${path}/entities/candidates?threshold=0.8`] as const),
    );
    assert.deepEqual(
      found.items.map(({ entities, reasons }) => [entities.map(({ name }) => name), reasons]),
      [
        [
          ['board of finance', 'finance board'],
          ['same_words', 'mentioned_together'],
        ],
      ],
    );
    const options = { threshold: 0.8 };
    const dry = await consolidate({ ...options, dry_run: true });
    assert.deepEqual(dry.counts, { ...NO_SPLITS, merges_found: 1, merges: 0 });
    assert.equal((await client.status(dry.job_id)).dry_run, true);
    assert.deepEqual(await graph(), before);
    assert.deepEqual((await consolidate(options)).counts, { ...NO_SPLITS, merges_found: 1, merges: 1 });
    const names = (await graph()).nodes.map(({ name }) => name);
    assert.ok(names.includes('board of finance') && !names.includes('finance board'));
    const merged = await graph();
    assert.deepEqual((await consolidate(options)).counts, { ...NO_SPLITS, merges_found: 0, merges: 0 });
    assert.deepEqual(await graph(), merged);
    const [row] = (await corrections()).items;
    assert.deepEqual([row?.source, row?.names], ['consolidation', ['board of finance', 'finance board']]);
    assert.deepEqual(await client.expect(200, 'DELETE', `${path}/entities/corrections?job_id=${row?.job_id}`), {
      undone: 1,
    });
    const remembered = (await corrections()).items.map(({ kind, undoes, reasons }) => [kind, undoes, reasons]);
    assert.deepEqual(remembered, [['separate', true, []]]);
    assert.equal(JSON.stringify(await graph()), JSON.stringify(before));
    assert.deepEqual((await consolidate(options)).counts, { ...NO_SPLITS, merges_found: 0, merges: 0 });
    assert.equal(JSON.stringify(await graph()), JSON.stringify(before));
  },
);

test('pages of candidates skip none when one is merged between them', async () => {
  const { path, key, post } = await newDataset('pages');
  await addTexts(client, key, [
    { label: 'Spellings', text: 'Katherine Moss paints in Carrow. Marta Lindqvist sails from Carrow.' },
    { label: 'Others', text: 'Catherine Moss paints in Norwich. Martha Lindqvist sails from Norwich.' },
  ]);
  await runKnowledge(client, 'cognify', { dataset_key: key });
  const page = (limit: number, cursor?: string | null) =>
    client.expect<Static<typeof KnowledgeCandidateList>>(
      ...([
        200,
        'GET',
        `${path}/entities/candidates?threshold=0.5&limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`,
      ] as const),
    );
  const all = (await page(500)).items;
  assert.ok(all.length > 1, JSON.stringify(all));
  const first = await page(1);
  assert.deepEqual(first.items, all.slice(0, 1));
  await post('merge', { names: first.items[0]?.entities.map(({ label }) => label) });
  assert.deepEqual((await page(1, first.next_cursor)).items, all.slice(1, 2));
});

test('one name of two people is two nodes once it is split, and splitting merged names restores the graph', async () => {
  const { id: datasetId, path, graph, post } = await newDataset('split');
  const before = await graph();
  const { document_id: plant } = await documentLabelled(client, datasetId, 'Plant');
  const made = await post('split', { name: 'Jon Marsh', senses: [{ document_ids: [plant] }] });
  const { nodes, links } = await graph();
  const senses = nodes.filter(({ name }) => name === 'jon marsh').map(({ id, sense, chunks }) => [id, sense, chunks]);
  const id = String(senses[0]?.[0]);
  assert.deepEqual(senses, [
    [id, null, 1],
    [`${id}.2`, 2, 1],
  ]);
  const stated = links
    .filter(({ source }) => source === id || source === `${id}.2`)
    .map(({ source, evidence }) => `${source} ${evidence[0]?.document_id === plant ? 'plant' : 'other'}`);
  assert.deepEqual(stated, [`${id}.2 plant`]);
  await client.expect(204, 'DELETE', `${path}/entities/corrections/${made.correction_id}`);
  assert.equal(JSON.stringify(await graph()), JSON.stringify(before));
  await post('merge', { names: ['Acme Works', 'Acme Plant'] });
  assert.notEqual(JSON.stringify(await graph()), JSON.stringify(before));
  await post('split', { names: ['Acme Plant', 'Acme Works'] });
  assert.equal(JSON.stringify(await graph()), JSON.stringify(before));
});

test('the conflicts of a search and of the graph are of one entity under several names, and not of two of one name', async () => {
  const { id, path, key, post } = await newDataset('conflicts');
  await addTexts(client, key, [
    { label: 'Elm', text: 'Tom Elm is based in Carrow.' },
    { label: 'Other Elm', text: 'Tom Elm is based in Ulm.' },
    { label: 'Wharf', text: 'Rook Wharf is based in Norwich.' },
    { label: 'Basin', text: 'Rook Basin is based in Boston.' },
  ]);
  await runKnowledge(client, 'cognify', { dataset_key: key });
  const ofSearch = async (query_text: string): Promise<string[][]> => {
    const { conflicts } = await search(client, key, query_text, { top_k: 20 });
    return conflicts.map(({ claims }) => claims.map(({ object }) => object).toSorted());
  };
  const ofGraph = async (): Promise<string[][]> => {
    const { items } = await client.expect<Static<typeof KnowledgeConflictList>>(200, 'GET', `${path}/graph/conflicts`);
    return items.map(({ claims }) => claims.map(({ object }) => object).toSorted());
  };
  const elms = 'Where is Tom Elm based?';
  assert.deepEqual([await ofSearch(elms), await ofGraph()], [[['carrow', 'ulm']], [['carrow', 'ulm']]]);
  const { document_id: other } = await documentLabelled(client, id, 'Other Elm');
  await post('split', { name: 'Tom Elm', senses: [{ document_ids: [other] }] });
  assert.deepEqual([await ofSearch(elms), await ofGraph()], [[], []]);
  await post('merge', { names: ['Rook Wharf', 'Rook Basin'] });
  const rooks = [['boston', 'norwich']];
  assert.deepEqual([await ofSearch('Where is Rook Wharf based?'), await ofGraph()], [rooks, rooks]);
});

test('a name of two people is a candidate with its evidence, and is split by consolidation', async () => {
  const { path, key, graph, post } = await newDataset('namesakes');
  await addTexts(client, key, [
    { label: 'Painter', text: '# Ada Oakes\n\nAda Oakes (born 12 March 1961) is a painter.' },
    { label: 'Doctor', text: '# Ada Oakes\n\nAda Oakes (born 3 May 1990) is a doctor.' },
  ]);
  await runKnowledge(client, 'cognify', { dataset_key: key });
  const candidates = () =>
    client.expect<Static<typeof KnowledgeCandidateList>>(200, 'GET', `${path}/entities/candidates`);
  const [found] = (await candidates()).items.filter(({ kind }) => kind === 'split');
  assert.deepEqual([found?.reasons, found?.entities.map(({ name }) => name)], [['birth'], ['ada oakes', 'ada oakes']]);
  const values = found?.entities.map(({ evidence }) => evidence.map(({ kind, value, span }) => [kind, value, span]));
  assert.deepEqual(values?.toSorted(), [[['birth', '1961-03-12', [13, 42]]], [['birth', '1990-05-03', [13, 39]]]]);
  const oakes = async () => (await graph()).nodes.filter(({ name }) => name === 'ada oakes').length;
  assert.equal(await oakes(), 1);
  const done = await runKnowledge(client, 'memify', { dataset_key: key, pipeline: 'consolidate_entities' });
  assert.deepEqual(done.counts, { merges_found: 0, merges: 0, splits_found: 1, splits: 1 });
  assert.equal(await oakes(), 2);
  assert.deepEqual(
    (await candidates()).items.filter(({ kind }) => kind === 'split'),
    [],
  );
  await post('split', { name: 'Ada Oakes', senses: found?.senses });
});
