/** Corrections about names: what the graph makes of them, that taking them back leaves nothing, and who sees them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../../../../errors/index.ts';
import { DEFAULT_ACCESS_POLICY } from '../../../../../domain/access/policy.ts';
import type { AccessPolicy } from '../../../../../domain/access/policy.ts';
import { findCandidates } from '../../../../../domain/knowledge/graph/entities/candidates.ts';
import { commitConsolidation, findConsolidation } from '../../../../../domain/knowledge/graph/entities/consolidate.ts';
import {
  addCorrection,
  listCorrections,
  undoCorrections,
} from '../../../../../domain/knowledge/graph/entities/corrections.ts';
import type { NewCorrection } from '../../../../../domain/knowledge/graph/entities/corrections.ts';
import { findSplits } from '../../../../../domain/knowledge/graph/entities/splits.ts';
import { layerOfRow, layersAfter } from '../../../../../domain/knowledge/datasets/layers.ts';
import type { Layer } from '../../../../../domain/knowledge/datasets/layers.ts';
import { requestTurn } from '../../../../../domain/knowledge/datasets/turns.ts';
import { aliasesOf } from '../../../../../domain/knowledge/graph/aliases.ts';
import { matchingDocument } from '../../../../../domain/knowledge/documents/filter.ts';
import { graphLinks } from '../../../../../domain/knowledge/graph/links.ts';
import { graphEntities, graphNodes } from '../../../../../domain/knowledge/graph/nodes.ts';
import {
  JOB,
  OWNER,
  database,
  newDataset,
  newStep,
  pkOf,
  put,
  readNames,
} from '../../../../support/knowledge/datasets.ts';

const { db } = database;
const BEN = { ...OWNER, subject: 'ben' };
const PRIVATE: AccessPolicy = { ...DEFAULT_ACCESS_POLICY, access_level: 'private' };

/** The open layer first. */
async function layersOf(id: string): Promise<Layer[]> {
  const rows = await layersAfter(database, id, '0', { size: 1, ranges: 10 });
  return rows.map(({ first }) => layerOfRow(id, first));
}

async function graph(id: string, caller = OWNER) {
  const matching = matchingDocument(caller, {});
  const entities = (await graphEntities(database, id, matching, '', 500)).map((entity) => entity.id);
  const aliases = await aliasesOf(database, id, matching, entities);
  const nodes = await graphNodes(database, matching, entities, aliases);
  const sources = nodes.map((node) => node.id);
  return { nodes, links: await graphLinks(database, id, matching, sources, aliases) };
}

/** "name (sense): its other names, number of chunks", by node. */
async function names(id: string, caller = OWNER): Promise<string[]> {
  const { nodes } = await graph(id, caller);
  return nodes.map(({ name, sense, aliases, chunks }) => {
    const others = aliases.map((alias) => alias.name).join(' ');
    return `${name}${sense === null ? '' : ` (${sense})`}: ${others} ${chunks}`;
  });
}

const corrected = async (id: string, correction: Partial<NewCorrection>, caller = OWNER): Promise<string> =>
  String((await addCorrection(database, caller, id, { kind: 'merge', names: [], senses: null, ...correction })).id);

/** Three documents: "mill" names nothing, "weir" names "lock", which is an alias of it in that document. */
async function cognified(): Promise<string> {
  const id = await newDataset();
  await put(id, 'a', [['mill', 'stone']]);
  await put(id, 'b', [['weir', 'lock']]);
  await put(id, 'c', [['lock', 'gate']]);
  await readNames(id);
  return id;
}

test(
  'merged names are one node with the links of all, and taking it back restores the graph, also after a Cognify ' +
    'between',
  async () => {
    const id = await cognified();
    const before = await graph(id);
    assert.deepEqual(await names(id), ['lock:  1', 'mill:  1', 'weir: lock 1']);
    const correction = await corrected(id, { names: ['weir', 'mill'] });
    assert.deepEqual(await names(id), ['lock:  1', 'weir: lock mill 2']);
    await db.knowledgeChunk.updateMany({ where: { datasetId: id }, data: { isRead: false } });
    await readNames(id);
    assert.deepEqual(await names(id), ['lock:  1', 'weir: lock mill 2']);
    await undoCorrections(database, OWNER, id, { id: correction });
    assert.equal(JSON.stringify(await graph(id)), JSON.stringify(before));
  },
);

test('splitting merged names restores the graph, byte for byte', async () => {
  const id = await cognified();
  const before = await graph(id);
  await corrected(id, { names: ['weir', 'mill'] });
  await corrected(id, { kind: 'separate', names: ['mill', 'weir'] });
  assert.equal(JSON.stringify(await graph(id)), JSON.stringify(before));
});

test(
  'merging and splitting an alias with another name restores the graph, and the name that it stood for is an ' +
    'alias meanwhile',
  async () => {
    const id = await newDataset();
    await put(id, 'a', [['weirhouse', 'lockhouse']]);
    await put(id, 'b', [['mill', 'stone']]);
    await put(id, 'c', [
      ['lockhouse', 'gate'],
      ['weirhouse', 'lockhouse', 'gate'],
    ]);
    await readNames(id);
    const before = await graph(id);
    await corrected(id, { names: ['lockhouse', 'mill'] });
    assert.deepEqual(await names(id), ['lockhouse: mill weirhouse 4']);
    await corrected(id, { kind: 'separate', names: ['lockhouse', 'mill'] });
    assert.equal(JSON.stringify(await graph(id)), JSON.stringify(before));
  },
);

test('the corrections of persons about a dataset have so many names and documents, and taking one back makes room', async () => {
  const id = await cognified();
  const all = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
  const isFull = (error: unknown) => error instanceof ServiceError && error.code === 'too_many_corrections';
  const large = await corrected(id, { names: all('name', 9998) });
  const last = await corrected(id, { names: ['weir', 'mill'] });
  await assert.rejects(corrected(id, { kind: 'separate', names: ['weir', 'mill'] }), isFull);
  await undoCorrections(database, OWNER, id, { id: last });
  await corrected(id, { kind: 'separate', names: ['weir', 'mill'] });
  await undoCorrections(database, OWNER, id, { id: large });
  await corrected(id, { kind: 'split', names: ['mill'], senses: [all('doc', 60_000), all('paper', 40_000)] });
  await assert.rejects(corrected(id, { kind: 'split', names: ['mill'], senses: [['doc_a']] }), isFull);
  await corrected(id, { names: ['weir', 'mill'] });
});

test('names that texts merge are separated by a correction', async () => {
  const id = await cognified();
  await corrected(id, { kind: 'separate', names: ['lock', 'weir'] });
  assert.deepEqual(await names(id), ['lock:  2', 'mill:  1', 'weir:  1']);
  const { links, nodes } = await graph(id);
  const label = (node: string) => nodes.find((one) => one.id === node)?.name;
  assert.deepEqual(
    links.map(({ source, target }) => [label(source), label(target)]),
    [['weir', 'lock']],
  );
});

test('a split name is a node for each of its entities, with the links of its documents', async () => {
  const id = await newDataset();
  await put(id, 'a', [['smith', 'forge']]);
  await put(id, 'b', [['smith', 'opera']]);
  await put(id, 'c', [['forge']]);
  await put(id, 'd', [['opera', 'smith']]);
  await readNames(id);
  const before = await graph(id);
  const split = await corrected(id, { kind: 'split', names: ['smith'], senses: [['doc_b', 'doc_d']] });
  const { nodes, links } = await graph(id);
  const smiths = nodes.filter(({ name }) => name === 'smith');
  assert.deepEqual(
    smiths.map(({ sense, chunks }) => [sense, chunks]),
    [
      [null, 1],
      [2, 2],
    ],
  );
  const nodeOf = (node: string) => nodes.find((one) => one.id === node);
  assert.deepEqual(
    links.map(({ source, target }) => [nodeOf(source)?.name, nodeOf(target)?.sense ?? undefined]),
    [
      ['opera', 2],
      ['smith', undefined],
    ],
  );
  await undoCorrections(database, OWNER, id, { id: split });
  assert.equal(JSON.stringify(await graph(id)), JSON.stringify(before));
});

test('corrections count in the names and documents that a reader may read, and show nothing of others', async () => {
  const id = await cognified();
  await put(id, 'd', [['vault', 'mill']], { accessPolicy: PRIVATE });
  await readNames(id);
  const open = await names(id, BEN);
  await corrected(id, { names: ['vault', 'weir'] });
  await corrected(id, { names: ['vault', 'mill'] });
  assert.deepEqual(await names(id, BEN), open);
  assert.deepEqual(await listCorrections(database, BEN, id, {}, '0', 10), []);
  await corrected(id, { names: ['vault', 'weir', 'mill'] });
  assert.deepEqual(
    (await listCorrections(database, BEN, id, {}, '0', 10)).map((one) => one.names),
    [['weir', 'mill']],
  );
  assert.deepEqual(await names(id, BEN), ['lock:  1', 'weir: lock mill 2']);
  await corrected(id, { kind: 'split', names: ['mill'], senses: [['doc_a'], ['doc_d']] });
  assert.ok(!(await names(id, BEN)).some((name) => name.includes('(')), 'a lone sense would tell of others');
});

test('consolidation of a layer rests on its documents, and each decides what those before it could not', async () => {
  const id = await newDataset();
  await put(id, 'a', [['katherine', 'mill']]);
  await put(id, 'b', [['mill']]);
  await put(id, 'c', [['catherine', 'mill']], { accessPolicy: PRIVATE });
  await readNames(id);
  const turn = await requestTurn(database, id, JOB);
  const layers = await layersOf(id);
  assert.equal(layers.length, 2);
  const made: number[] = [];
  for (const layer of layers) {
    const found = await findConsolidation(database, layer, 0.6);
    await commitConsolidation(database, turn, newStep(), { ...found, layer, subject: 'ann' });
    made.push(found.merges.length);
  }
  assert.deepEqual(made, [0, 1]);
  assert.deepEqual(await names(id), ['catherine: mill katherine 2', 'mill:  1']);
  assert.deepEqual(await names(id, BEN), ['katherine: mill 1', 'mill:  1']);
  assert.deepEqual(await listCorrections(database, BEN, id, {}, '0', 10), []);
});

test('what rests on open documents alone is decided in their layer, also when the layers are read side by side', async () => {
  const id = await newDataset();
  await put(id, 'a', [
    ['katherine', 'mill'],
    ['vault', 'vault=1961'],
  ]);
  await put(id, 'b', [['catherine', 'mill']]);
  await put(id, 'c', [['vault', 'vault=1990']]);
  await put(id, 'd', [['markus', 'mill']]);
  await put(id, 'e', [['marcus', 'mill', 'smith=1961']], { accessPolicy: PRIVATE });
  await put(id, 'f', [['mill'], ['smith', 'smith=1990']]);
  await readNames(id);
  const found = await Promise.all((await layersOf(id)).map((layer) => findConsolidation(database, layer, 0.5)));
  assert.deepEqual(
    found.map(({ merges, splits }) => ({
      merges: merges.map(({ entities }) => entities.map(({ name }) => name).toSorted()),
      splits: splits.map(({ name }) => name),
    })),
    [
      { merges: [['catherine', 'katherine']], splits: ['vault'] },
      { merges: [['marcus', 'markus']], splits: ['smith'] },
    ],
  );
});

test(
  'a correction of consolidation goes with a chunk that it rests on, counts for those who read it, and is not ' +
    'made again once undone',
  async () => {
    const id = await cognified();
    await put(id, 'd', [['vault', 'mill']], { accessPolicy: PRIVATE });
    await readNames(id);
    const consolidate = async (name: string, ...documents: readonly string[]): Promise<void> => {
      const rows = await Promise.all(documents.map((document) => pkOf(id, document)));
      const chunks = await db.knowledgeChunk.findMany({ where: { documentPk: { in: rows } } });
      await db.knowledgeCorrection.create({
        data: {
          datasetId: id,
          kind: 'merge',
          names: ['weir', name],
          source: 'consolidation',
          subject: 'ann',
          decidedBy: JOB,
          score: 0.9,
          reasons: ['same_words'],
          chunks: { create: chunks.map((chunk) => ({ chunkId: chunk.id })) },
        },
      });
    };
    const open = await names(id, BEN);
    await consolidate('mill', 'b', 'd');
    assert.deepEqual(await names(id, BEN), open);
    assert.ok((await names(id)).includes('weir: lock mill 3'), (await names(id)).join());
    await db.knowledgeDocument.delete({ where: { id: await pkOf(id, 'd') } });
    assert.equal(await db.knowledgeCorrection.count({ where: { datasetId: id } }), 0);

    await consolidate('mill', 'a', 'b');
    assert.equal(await undoCorrections(database, OWNER, id, { jobId: JOB }), 1);
    const rows = await listCorrections(database, OWNER, id, {}, '0', 10);
    assert.deepEqual(
      rows.map(({ kind, names: of, source, undoes, reasons }) => [kind, of, source, undoes, reasons]),
      [['separate', ['weir', 'mill'], 'person', true, []]],
    );
    const colleague = { ...OWNER, subject: 'ben' };
    assert.deepEqual(
      await listCorrections(database, colleague, id, {}, '0', 10),
      [],
      'it may rest on what ben may not read',
    );
  },
);

test('a merge of consolidation that was taken back leaves what a document states', async () => {
  const id = await newDataset();
  await put(id, 'a', [['katherine', 'catherine']]);
  await put(id, 'b', [['catherine'], ['mill']]);
  await readNames(id);
  const before = await graph(id);
  const separate = ['catherine', 'katherine'];
  const data = { datasetId: id, kind: 'merge', names: separate, source: 'consolidation', decidedBy: JOB };
  await db.knowledgeCorrection.create({ data: { ...data, subject: 'ann', score: 0.9, reasons: ['spelling'] } });
  assert.notDeepEqual(await graph(id), before);
  await undoCorrections(database, OWNER, id, { jobId: JOB });
  assert.equal(JSON.stringify(await graph(id)), JSON.stringify(before));
  const { candidates } = await findCandidates(database, id, matchingDocument(OWNER, {}), { threshold: 0, most: 10 });
  assert.deepEqual(candidates, [], 'it is not found again');
});

test('many documents that mention a split name, and many splits of it, are gone through once', async () => {
  const id = await newDataset();
  await put(id, 'a', [['smith', 'forge']]);
  await readNames(id);
  await copyDocument(id, 'a', 2000);
  const documents = await db.knowledgeDocument.findMany({ where: { datasetId: id }, select: { documentId: true } });
  const ids = documents.map(({ documentId }) => documentId);
  const senses = [ids.slice(0, 700), ids.slice(700, 1300)];
  for (let time = 0; time < 5; time++) await corrected(id, { kind: 'split', names: ['smith'], senses });
  assert.deepEqual((await names(id)).sort(), ['smith (2):  700', 'smith (3):  600', 'smith:  701']);
});

/** Copies a document of one chunk, with what the chunk mentions. */
async function copyDocument(id: string, name: string, copies: number): Promise<void> {
  const pk = await pkOf(id, name);
  await db.$executeRaw`
    INSERT INTO knowledge_document SELECT copy.* FROM knowledge_document document, generate_series(1, ${copies}) number,
      jsonb_populate_record(document, jsonb_build_object('id', nextval('knowledge_document_id_seq'),
        'document_id', document.document_id || number, 'markdown_key', document.markdown_key || number)) copy
    WHERE document.id = ${pk}`;
  await db.$executeRaw`
    INSERT INTO knowledge_chunk SELECT copy.* FROM knowledge_chunk chunk, knowledge_document other,
      jsonb_populate_record(chunk, jsonb_build_object('id', nextval('knowledge_chunk_id_seq'), 'document_pk',
        other.id)) copy
    WHERE chunk.document_pk = ${pk} AND other.dataset_id = ${id} AND other.id <> ${pk}`;
  await db.$executeRaw`
    INSERT INTO knowledge_mention SELECT copy.* FROM knowledge_mention mention
      JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id,
      knowledge_chunk other, jsonb_populate_record(mention, jsonb_build_object('chunk_id', other.id)) copy
    WHERE chunk.document_pk = ${pk} AND other.dataset_id = ${id} AND other.id <> chunk.id`;
}

/** Runs the layers of a consolidation; what each decided. */
async function consolidate(id: string, job = JOB): Promise<string[][]> {
  const turn = { ...(await requestTurn(database, id, JOB)), jobId: job };
  const decided: string[][] = [];
  for (const layer of await layersOf(id)) {
    const found = await findConsolidation(database, layer, 0.85);
    await commitConsolidation(database, turn, newStep(), { ...found, layer, subject: 'ann' });
    decided.push(found.splits.map(({ name }) => name));
  }
  return decided;
}

/** "name (sense): chunks" of the nodes of this name. */
async function chunksBySense(id: string, name: string, caller = OWNER): Promise<string[]> {
  const { nodes } = await graph(id, caller);
  return nodes.filter((node) => node.name === name).map(({ sense, chunks }) => `${sense ?? 1}: ${chunks}`);
}

test('a name of two people is split by what documents say of them, kept up with new documents, and undone for good', async () => {
  const id = await newDataset();
  await put(id, 'a', [['smith', 'smith=1961']]);
  await put(id, 'b', [['forge', 'gate', 'smith'], ['gate']]);
  await put(id, 'c', [['smith', 'smith=1990']]);
  await readNames(id);
  assert.deepEqual(await consolidate(id), [['smith']]);
  assert.deepEqual(await chunksBySense(id, 'smith'), ['1: 2', '2: 1']);
  assert.deepEqual(await consolidate(id), [[]], 'a repeat changes nothing');
  await put(id, 'd', [['anvil', 'gate', 'smith', 'smith=1990']]);
  await put(id, 'e', [['hammer', 'gate', 'smith', 'smith=1961']]);
  await put(id, 'f', [['tongs', 'gate', 'smith', 'smith=1961']]);
  await readNames(id);
  assert.deepEqual(await consolidate(id, 'job_more'), [['smith']]);
  assert.deepEqual(await chunksBySense(id, 'smith'), ['1: 4', '2: 2']);
  const [correction, ...others] = await listCorrections(database, OWNER, id, {}, '0', 10);
  assert.deepEqual(
    [correction?.kind, correction?.source, correction?.senses, correction?.reasons, others],
    [...(['split', 'consolidation', [['doc_c', 'doc_d']], ['birth', 'shared_neighbours'], []] as const)],
  );
  await undoCorrections(database, OWNER, id, { jobId: 'job_more' });
  assert.deepEqual(await chunksBySense(id, 'smith'), ['1: 6']);
  assert.deepEqual(await consolidate(id), [[]], 'what was undone is not decided again');
});

test('what hidden documents say of a name splits it for those alone who may read them', async () => {
  const id = await newDataset();
  await put(id, 'a', [['smith', 'smith=1961']]);
  await put(id, 'b', [['forge', 'gate', 'smith'], ['gate']]);
  await put(id, 'c', [['smith', 'smith=1990']], { accessPolicy: PRIVATE });
  await readNames(id);
  assert.deepEqual(await consolidate(id), [[], ['smith']]);
  assert.deepEqual(await chunksBySense(id, 'smith'), ['1: 2', '2: 1']);
  assert.deepEqual(await chunksBySense(id, 'smith', BEN), ['1: 2']);
  assert.deepEqual(await listCorrections(database, BEN, id, {}, '0', 10), []);
  assert.deepEqual(await findSplits(database, id, matchingDocument(BEN, {}), { threshold: 0.5, most: 100 }), []);
  await db.knowledgeDocument.delete({ where: { id: await pkOf(id, 'c') } });
  assert.deepEqual(await listCorrections(database, OWNER, id, {}, '0', 10), [], 'it goes with what it rests on');
});
