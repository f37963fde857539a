/** What a caller may not read has no influence on what the caller is shown: it could be learnt from scores, counts and order. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { candidatesIn, readChunks } from '../../../activities/knowledge/texts/read-chunks.ts';
import { readable } from '../../../activities/knowledge/cognify/read-names.ts';
import { cutDocument, describeChunk, embeddedText } from '../../../activities/knowledge/texts/cut-document.ts';
import { DEFAULT_ACCESS_POLICY } from '../../../domain/access/policy.ts';
import type { AccessPolicy } from '../../../domain/access/policy.ts';
import { commitChunks } from '../../../domain/knowledge/cognify/chunks.ts';
import { countDatasets } from '../../../domain/knowledge/counters.ts';
import { createDataset } from '../../../domain/knowledge/datasets.ts';
import { keepDocuments } from '../../../domain/knowledge/documents.ts';
import { listRatings } from '../../../domain/knowledge/feedback/list.ts';
import { ratePassages } from '../../../domain/knowledge/feedback/rate.ts';
import { aliasesOf } from '../../../domain/knowledge/graph/aliases.ts';
import { matchingDocument } from '../../../domain/knowledge/graph/filter.ts';
import { graphLinks } from '../../../domain/knowledge/graph/links.ts';
import { graphEntities, graphNodes } from '../../../domain/knowledge/graph/nodes.ts';
import { commitNames, knownTitles, titlesVersion, unreadChunks } from '../../../domain/knowledge/cognify/names.ts';
import { languageOf } from '../../../domain/knowledge/languages.ts';
import { requestTurn } from '../../../domain/knowledge/cognify/turns.ts';
import { searchDatasets } from '../../../domain/knowledge/search/index.ts';
import { Scales } from '../../../domain/knowledge/search/scales.ts';
import type { SearchFilters } from '../../../domain/knowledge/search/scope.ts';
import { SEARCH_TYPES } from '../../../domain/knowledge/search/types.ts';
import { openModels } from '../../../domain/models/index.ts';
import { DEFAULT_CHUNK_RULES } from '../../../engines/text/options.ts';
import { readSettings } from '../../../platform/config.ts';
import { readModels } from '../../../platform/config/models.ts';
import { openDatabase } from '../../../platform/database/client.ts';
import { json } from '../../../platform/database/json.ts';
import { serveEmptyDatabase } from '../../support/empty-database.ts';
import { modelSettings, serveModel } from '../../support/scripted-model.ts';

const server = await serveEmptyDatabase();
const database = openDatabase(server.url);
const { db } = database;
after(async () => {
  await database.close();
  await server.stop();
});

const MODEL = { embeddingModel: 'vectors', embeddingDimensions: 8 };
const models = openModels(readSettings(modelSettings('vectors', await serveModel(), { DIMENSIONS: '8' }), readModels), {
  ...{ database, secrets: { read: async () => [] } },
  network: { allow: ['127.0.0.1'], proxy: null },
});
const { signal } = new AbortController();
const scales = new Scales(models, signal);

const JOB = 'job_1';
const PRIVATE: AccessPolicy = { ...DEFAULT_ACCESS_POLICY, access_level: 'private' };

interface Text {
  readonly markdown: string;
  readonly language: string;
}

/** How a document is hidden: by its own policy, by that of its object, or because its object is gone. */
interface Hidden extends Text {
  readonly by: 'document' | 'object' | 'deletion';
  /** Before which of the visible documents it is added. */
  readonly before: number;
}

let worlds = 0;

/** A tenant with a dataset of these documents, of which `ann` may read the visible ones. */
async function newWorld(visible: readonly Text[], hidden: readonly Hidden[]) {
  const tenantId = `t${++worlds}`;
  const eve = { tenantId, subject: 'eve', roles: [], purpose: null };
  const { id } = await createDataset(database, eve, 'shared', { display_name: 'shared' }, MODEL, 7);
  for (const [at, text] of visible.entries()) {
    for (const other of hidden.filter(({ before }) => before === at)) await add(tenantId, id, other, other.by);
    await add(tenantId, id, text, null);
  }
  const version = await titlesVersion(database, id);
  const unread = await unreadChunks(database, id, { first: '0', last: String(2 ** 50) });
  const chunks = unread.map(readable);
  const read = readChunks(chunks, await knownTitles(database, id, candidatesIn(chunks)));
  await commitNames(database, await requestTurn(database, id, JOB), version, read);
  return { caller: { ...eve, subject: 'ann' }, id };
}

async function add(tenantId: string, datasetId: string, text: Text, hiddenBy: Hidden['by'] | null): Promise<void> {
  const contentHash = createHash('sha256').update(text.markdown).digest('hex');
  const name = `${datasetId}-${contentHash}-${hiddenBy}`;
  const objectId = hiddenBy === 'object' || hiddenBy === 'deletion' ? `obj_${name}` : null;
  if (objectId !== null) {
    await db.storageObject.create({
      data: {
        ...{ id: objectId, tenantId, ownerSubject: 'eve', filename: 'x.md', metadata: {}, tags: [] },
        ...{ accessPolicy: json(DEFAULT_ACCESS_POLICY), currentVersion: 1, mediaType: 'text/markdown' },
      },
    });
  }
  const document = {
    ...{ tenantId, datasetId, documentId: `doc_${name}`, ownerSubject: 'eve', inputType: 'text' as const, uri: null },
    ...{
      objectId,
      label: null,
      title: null,
      nodeSets: [text.language],
      metadata: {},
      mediaType: 'text/markdown',
      contentHash,
    },
    ...{ accessPolicy: hiddenBy === 'document' ? PRIVATE : DEFAULT_ACCESS_POLICY, markdownKey: `knowledge/${name}` },
    ...{ sourceKey: null, bytes: text.markdown.length, language: text.language, pageSpans: [] },
    structured: false,
  };
  await db.$transaction((statements) => keepDocuments(statements, [document], { incremental: true }));
  const { documentId } = document;
  const { id: documentPk } = await db.knowledgeDocument.findFirstOrThrow({ where: { datasetId, documentId } });
  const { chunks } = cutDocument(text.markdown, document, DEFAULT_CHUNK_RULES);
  const caller = { tenantId, signal, spend: () => undefined };
  const vectors = await models.embed(chunks.map(embeddedText), 'passage', caller, MODEL.embeddingModel);
  const language = languageOf(text.language);
  const added = chunks.map((chunk, at) => ({ ...describeChunk(chunk, language), vector: vectors[at] ?? null }));
  const cut = { documentPk, documentId, contentHash, chunkedHash: 'x', truncated: false, cut: chunks, added };
  await commitChunks(database, await requestTurn(database, datasetId, JOB), [{ ...cut, model: MODEL.embeddingModel }]);
  const rated = await db.knowledgeChunk.findMany({ where: { documentPk }, select: { id: true } });
  const passages = rated.map((row) => ({ chunk: String(row.id), ...MODEL }));
  const eve = { tenantId, subject: 'eve', roles: [], purpose: null };
  const rating = { question: QUESTIONS[0] ?? '', rating: 1, comment: null } as const;
  await ratePassages({ database, models }, eve, passages, rating, signal);
  if (hiddenBy === 'object') {
    await db.storageObject.update({ where: { id: objectId ?? '' }, data: { accessPolicy: json(PRIVATE) } });
  } else if (hiddenBy === 'deletion') {
    await db.storageObject.delete({ where: { id: objectId ?? '' } });
  }
}

/** All that the caller can see of a dataset, without identifiers. */
async function shownTo({ caller, id }: Awaited<ReturnType<typeof newWorld>>): Promise<unknown> {
  const matching = matchingDocument(caller, {});
  const entities = (await graphEntities(database, id, matching, '', 500)).map((entity) => entity.id);
  const aliases = await aliasesOf(database, id, matching, entities);
  const nodes = await graphNodes(database, matching, entities, aliases);
  const names = new Map(nodes.map((node) => [node.id, node.name]));
  const links = await graphLinks(database, id, matching, [...names.keys()], aliases);
  const searches = [];
  for (const text of QUESTIONS) {
    for (const [type, filters] of SEARCH_TYPES.flatMap((one) => FILTERS.map((filter) => [one, filter] as const))) {
      const { passages, answer, why } = await searchDatasets({ database, models, scales }, caller, {
        ...{ text, type, datasetKeys: ['shared'], take: 100, hops: 2, filters, onlyContext: false },
        ...{ explains: true, timeoutMs: 60_000, signal, spend: () => undefined, jobId: null },
      });
      const bodies = new Map(passages.map(({ passage }) => [passage.chunk, passage.body]));
      searches.push({
        ...{ text, type, filters, answer },
        why: why && [why.candidates, why.filteredOut, passages.map(({ hit }) => why.ranks.get(hit.chunk))],
        passages: passages.map(({ passage, hit, highlight }) => ({
          ...{
            body: passage.body,
            parts: hit.parts,
            ratings: hit.ratings,
            score: hit.score,
            base: hit.base,
            highlight,
          },
          path: hit.path && [bodies.get(hit.path.from), hit.path.entity?.name, hit.path.probe],
        })),
      });
    }
  }
  return {
    counters: (await countDatasets(database, caller, [id])).get(id),
    nodes: nodes.map(({ name, label, chunks, aliases }) => ({
      ...{ name, label, chunks },
      aliases: aliases.map(({ name, rule, isEverywhere, start, end }) => [name, rule, isEverywhere, start, end]),
    })),
    links: links.map(({ source, predicate, targetName, evidence }) => [
      names.get(source),
      predicate,
      targetName,
      evidence.map(({ start, end }) => [start, end]),
    ]),
    ratings: (await listRatings(database, caller, {}, 500)).map(({ rating, question }) => [rating, question]),
    searches,
  };
}

const FILTERS: readonly SearchFilters[] = [{}, { node_sets: ['en'] }];
const NAMES = ['Blue Harbour', 'Ada Ahrens', 'Harbour', 'Tide Mill', 'Old Tide Mill'];
const QUESTIONS = ['Who founded the Tide Mill at the blue harbour?', 'Wann traf Ada Ahrens die Mühle?'];

const name = fc.constantFrom(...NAMES);
const sentence = fc.oneof(
  fc.tuple(name, name).map(([one, other]) => `${one} founded ${other}.`),
  fc.tuple(name, name).map(([one, other]) => `${one}, also known as ${other}, is here.`),
  fc.tuple(name, name).map(([one, other]) => `It met ${one.toLowerCase()} and the mill of ${other} in spring.`),
);
const text = fc.record({
  markdown: fc
    .tuple(name, fc.array(sentence, { minLength: 1, maxLength: 3 }))
    .map(([title, sentences]) => `# ${title}\n\n${sentences.join(' ')}`),
  language: fc.constantFrom('en', 'de'),
});
const texts = fc.uniqueArray(text, { minLength: 1, maxLength: 4, selector: ({ markdown }) => markdown });
const hidden = fc.record({
  text,
  by: fc.constantFrom('document' as const, 'object' as const, 'deletion' as const),
  before: fc.nat({ max: 3 }),
});

test('hidden documents change nothing of what is shown', async () => {
  await fc.assert(
    fc.asyncProperty(
      texts,
      fc.uniqueArray(hidden, { minLength: 1, maxLength: 4, selector: ({ text, by }) => `${text.markdown} ${by}` }),
      async (visible, others) => {
        const beside = others.map(({ text, by, before }) => ({ ...text, by, before: before % visible.length }));
        assert.deepEqual(await shownTo(await newWorld(visible, beside)), await shownTo(await newWorld(visible, [])));
      },
    ),
    { numRuns: 12 },
  );
});
