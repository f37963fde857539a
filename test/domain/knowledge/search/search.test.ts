/**
 * What a caller may not read has no influence on what the caller is shown: it could be learnt from scores, counts and
 * order.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { candidatesIn, readChunks } from '../../../../activities/knowledge/processes/read-chunks.ts';
import { readable } from '../../../../activities/knowledge/cognify/read-names.ts';
import { cutDocument, describeChunk, embeddedText } from '../../../../activities/knowledge/processes/cut-document.ts';
import { DEFAULT_ACCESS_POLICY } from '../../../../domain/access/policy.ts';
import type { AccessPolicy } from '../../../../domain/access/policy.ts';
import { commitChunks } from '../../../../domain/knowledge/cognify/chunks.ts';
import { chunkedHash } from '../../../../domain/knowledge/cognify/progress.ts';
import { commitCommunities } from '../../../../domain/knowledge/graph/communities/commit.ts';
import { commitDescriptions, undescribed } from '../../../../domain/knowledge/graph/communities/descriptions.ts';
import type {
  UndescribedCommunity,
  WrittenDescription,
} from '../../../../domain/knowledge/graph/communities/descriptions.ts';
import { readLayerGraph } from '../../../../domain/knowledge/graph/communities/layer-graph.ts';
import { layerOfRow, layersAfter } from '../../../../domain/knowledge/datasets/layers.ts';
import { listCommunities } from '../../../../domain/knowledge/graph/communities/communities.ts';
import type { ReadableCommunity } from '../../../../domain/knowledge/graph/communities/communities.ts';
import { commitSummaries, unsummarized } from '../../../../domain/knowledge/graph/communities/summaries.ts';
import { countDatasets } from '../../../../domain/knowledge/datasets/counters.ts';
import { findCandidates } from '../../../../domain/knowledge/graph/entities/candidates.ts';
import { commitConsolidation, findConsolidation } from '../../../../domain/knowledge/graph/entities/consolidate.ts';
import { findSplits } from '../../../../domain/knowledge/graph/entities/splits.ts';
import { addCorrection, listCorrections } from '../../../../domain/knowledge/graph/entities/corrections.ts';
import type { NewCorrection } from '../../../../domain/knowledge/graph/entities/corrections.ts';
import { createDataset } from '../../../../domain/knowledge/datasets/datasets.ts';
import { keepDocuments } from '../../../../domain/knowledge/documents/documents.ts';
import { listRatings } from '../../../../domain/knowledge/search/feedback/rating-list.ts';
import { ratePassages } from '../../../../domain/knowledge/search/feedback/write-ratings.ts';
import { aliasesOf } from '../../../../domain/knowledge/graph/aliases.ts';
import { nodeCommunities } from '../../../../domain/knowledge/graph/communities.ts';
import { graphConflicts } from '../../../../domain/knowledge/graph/conflicts.ts';
import { matchingDocument } from '../../../../domain/knowledge/documents/filter.ts';
import { graphLinks } from '../../../../domain/knowledge/graph/links.ts';
import { graphEntities, graphNodes } from '../../../../domain/knowledge/graph/nodes.ts';
import { commitNames, knownTitles, titlesVersion, unreadChunks } from '../../../../domain/knowledge/cognify/names.ts';
import { languageOf } from '../../../../domain/knowledge/documents/language.ts';
import { requestTurn } from '../../../../domain/knowledge/datasets/turns.ts';
import { searchDatasets } from '../../../../domain/knowledge/search/search.ts';
import { Scales } from '../../../../domain/models/scales.ts';
import type { SearchFilters } from '../../../../domain/knowledge/search/scope.ts';
import { SEARCH_TYPES } from '../../../../domain/knowledge/search/query.ts';
import { divideGraph } from '../../../../engines/knowledge/communities/divide.ts';
import { summarize } from '../../../../engines/knowledge/communities/summary.ts';
import { openModels } from '../../../../domain/models/index.ts';
import { DEFAULT_CHUNK_RULES } from '../../../../engines/text/options.ts';
import { readSettings } from '../../../../platform/config.ts';
import { readModels } from '../../../../platform/config/models.ts';
import { json } from '../../../../platform/database/json.ts';
import { ownDatabase } from '../../../support/servers/own-database.ts';
import { modelSettings, serveModel } from '../../../support/servers/scripted-model.ts';
import { runs } from '../../../support/depth.ts';

const { database } = await ownDatabase();
const { db } = database;

const MODEL = { embeddingModel: 'vectors', embeddingDimensions: 8 };
const models = openModels(readSettings(modelSettings('vectors', await serveModel(), { DIMENSIONS: '8' }), readModels), {
  database,
  secrets: { read: async () => [] },
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
async function newWorld(visible: readonly Text[], hidden: readonly Hidden[], corrections: readonly NewCorrection[]) {
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
  const documents = await db.knowledgeDocument.findMany({ where: { datasetId: id }, orderBy: { id: 'asc' } });
  const hiddenIds = new Set(hidden.map(({ markdown, by }) => nameOf(id, markdown, by)));
  for (const correction of corrections) {
    // The first visible document, and every hidden one, is of another entity.
    const ids = documents.map(({ documentId }) => documentId);
    const senses = [ids.filter((one) => !hiddenIds.has(one)).slice(0, 1), ids.filter((one) => hiddenIds.has(one))];
    await addCorrection(database, eve, id, { ...correction, senses: correction.kind === 'split' ? senses : null });
  }
  await consolidate(id);
  await divide(id);
  return { caller: { ...eve, subject: 'ann' }, id };
}

const digest = (markdown: string): string => createHash('sha256').update(markdown).digest('hex');
const nameOf = (datasetId: string, markdown: string, hiddenBy: string): string =>
  `doc_${datasetId}-${digest(markdown)}-${hiddenBy}`;

/** What Memify's `consolidate_entities` does. */
async function consolidate(datasetId: string): Promise<void> {
  const turn = await requestTurn(database, datasetId, JOB);
  for (const { first } of await layersAfter(database, datasetId, '0', { size: 1, ranges: 100 })) {
    const layer = layerOfRow(datasetId, first);
    const found = await findConsolidation(database, layer, 0.85);
    await commitConsolidation(database, turn, `consolidates ${datasetId} ${first}`, {
      ...found,
      layer,
      subject: 'eve',
    });
  }
}

/** What Memify's `communities` does. */
async function divide(datasetId: string): Promise<void> {
  const turn = await requestTurn(database, datasetId, JOB);
  for (const { first } of await layersAfter(database, datasetId, '0', { size: 1, ranges: 100 })) {
    const layer = layerOfRow(datasetId, first);
    const graph = await readLayerGraph(database, layer);
    const divided = divideGraph(graph.entities, graph.edges, graph.known);
    await commitCommunities(database, turn, `divides ${datasetId} ${first}`, { layer, graph, divided });
  }
  const communities = await unsummarized(database, datasetId, { first: '0', last: String(2 ** 50) });
  const made = communities.map(({ passages, ...community }) => ({ ...community, sentences: summarize(passages) }));
  await commitSummaries(database, turn, made);
  const work = { datasetId, jobId: JOB, writer: 'main 1' };
  const due = await undescribed(database, work, { first: '0', last: String(2 ** 50) });
  await commitDescriptions(database, turn, { writer: work.writer, model: 'main' }, due.map(inItsPassages));
}

/** A description that says all that the model was shown. */
function inItsPassages(community: UndescribedCommunity): WrittenDescription {
  const text = community.passages.map(({ body }) => body).join(' ');
  const sentences = [{ text, passages: [...community.passages.keys()] }];
  return { community, description: { title: community.names.join(', '), sentences, dropped: 0 }, skipped: null };
}

async function add(tenantId: string, datasetId: string, text: Text, hiddenBy: Hidden['by'] | null): Promise<void> {
  const contentHash = digest(text.markdown);
  const name = `${datasetId}-${contentHash}-${hiddenBy}`;
  const objectId = hiddenBy === 'object' || hiddenBy === 'deletion' ? `obj_${name}` : null;
  if (objectId !== null) {
    await db.storageObject.create({
      data: {
        id: objectId,
        tenantId,
        ownerSubject: 'eve',
        filename: 'x.md',
        metadata: {},
        tags: [],
        accessPolicy: json(DEFAULT_ACCESS_POLICY),
        currentVersion: 1,
        mediaType: 'text/markdown',
      },
    });
  }
  const document = {
    tenantId,
    datasetId,
    documentId: `doc_${name}`,
    ownerSubject: 'eve',
    inputType: 'text' as const,
    uri: null,
    objectId,
    label: null,
    title: null,
    nodeSets: [text.language],
    metadata: {},
    mediaType: 'text/markdown',
    contentHash,
    accessPolicy: hiddenBy === 'document' ? PRIVATE : DEFAULT_ACCESS_POLICY,
    markdownKey: `knowledge/${name}`,
    sourceKey: null,
    bytes: text.markdown.length,
    language: text.language,
    pageSpans: [],
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
  const made = { chunkedHash: chunkedHash(document, 'rules'), truncated: false, cut: chunks, added };
  await commitChunks(database, await requestTurn(database, datasetId, JOB), [
    { documentPk, documentId, contentHash, ...made, model: MODEL.embeddingModel },
  ]);
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
      const { results, extracted, why, communities, conflicts } = await searchDatasets(
        { database, models, scales },
        caller,
        {
          text,
          type,
          datasetKeys: ['shared'],
          take: 100,
          hops: 2,
          filters,
          onlyContext: false,
          explains: true,
          timeoutMs: 60_000,
          signal,
          spend: () => undefined,
          jobId: null,
        },
      );
      const bodies = new Map(results.map(({ passage }) => [passage.chunk, passage.body]));
      searches.push({
        text,
        type,
        filters,
        answer: extracted && {
          ...extracted,
          sentences: extracted.sentences.map((one) => ({ ...one, date: one.date && { ...one.date, chunk: null } })),
        },
        why: why && [why.candidates, why.filteredOut, results.map(({ ranks }) => ranks)],
        communities: communities.map(({ community, score }) => ({ ...shown(community), score })),
        conflicts: conflicts.map(({ claims, ...about }) => ({
          ...about,
          claims: claims.map((claim) => ({ ...claim, ...UNLIKE, chunk: bodies.get(claim.chunk) })),
        })),
        passages: results.map(({ passage: { body, hit, highlight }, date }) => ({
          body,
          parts: hit.parts,
          ratings: hit.ratings,
          score: hit.score,
          base: hit.base,
          highlight,
          date: { ...date, chunk: null },
          path: hit.path && [bodies.get(hit.path.from), hit.path.entity?.name, hit.path.probe],
        })),
      });
    }
  }
  const { titles, ofNode } = await nodeCommunities(database, caller, id, matching, nodes);
  const { conflicts: contradictions } = await graphConflicts(database, id, matching, '', 500);
  const splits = await findSplits(database, id, matching, { threshold: 0.5, most: 100 });
  const { candidates } = await findCandidates(database, id, matching, { threshold: 0.5, most: 100 });
  return {
    colours: nodes.map((node) => [node.name, titles[ofNode.get(node.id) ?? -1]]),
    contradictions: contradictions.map(({ about, relation, claims }) => [
      about,
      relation,
      claims.map(({ subject, predicate, object, start, end }) => [subject, predicate, object, start, end]),
    ]),
    splits: splits.map(({ name, score, reasons, senses }) => [
      name,
      score,
      reasons,
      senses.map(({ label, chunks, evidence }) => [label, chunks, evidence.map(({ kind, value }) => [kind, value])]),
    ]),
    candidates: candidates.map(({ entities: pair, score, reasons }) => [
      pair.map(({ name, chunks }) => [name, chunks]),
      score,
      reasons,
    ]),
    counters: (await countDatasets(database, caller, [id])).get(id),
    corrections: (await listCorrections(database, caller, id, {}, '0', 100)).map(({ kind, names, senses }) => ({
      kind,
      names,
      senses: senses?.length,
    })),
    nodes: nodes.map(({ name, label, sense, chunks, aliases }) => ({
      name,
      label,
      sense,
      chunks,
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
    communities: (await listCommunities(database, caller, id, { level: 0, parent: undefined }, undefined, 100)).map(
      shown,
    ),
  };
}

/** What the claims of equal worlds differ in. */
const UNLIKE = {
  dataset: null,
  fact: null,
  documentId: null,
  documentPk: null,
  subjectEntity: null,
  objectEntity: null,
};

/** A community without identifiers. */
const shown = ({ level, members, labels, sentences, description }: ReadableCommunity) => ({
  level,
  members,
  labels,
  description: description && [description.title, description.sentences.map((one) => [one.text, one.chunks.length])],
  sentences: sentences.map(({ text, start, end }) => ({ text, start, end })),
});

const FILTERS: readonly SearchFilters[] = [{}, { node_sets: ['en'] }];
const NAMES = ['Blue Harbour', 'Ada Ahrens', 'Harbour', 'Tide Mill', 'Old Tide Mill'];
const QUESTIONS = [
  'Who founded the Tide Mill at the blue harbour before 1990?',
  'Wann traf Ada Ahrens die Mühle?',
  'Who was the latest at the Tide Mill?',
];

const name = fc.constantFrom(...NAMES);
const sentence = fc.oneof(
  fc.tuple(name, name).map(([one, other]) => `${one} founded ${other}.`),
  fc.tuple(name, name).map(([one, other]) => `${one} is the owner of ${other}.`),
  fc.tuple(name, fc.integer({ min: 1980, max: 1999 })).map(([one, year]) => `${one} burned in May ${year}.`),
  fc.tuple(name, fc.integer({ min: 1900, max: 1904 })).map(([one, year]) => `${one} (born in ${year}) is a friend.`),
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

const correction = fc
  .record({
    kind: fc.constantFrom('merge' as const, 'separate' as const, 'split' as const),
    names: fc.uniqueArray(
      name.map((one) => one.toLowerCase()),
      { minLength: 2, maxLength: 3 },
    ),
  })
  .map(({ kind, names }) => ({ kind, names: kind === 'split' ? names.slice(0, 1) : names, senses: null }));

type Of<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
type WorldCase = [Of<typeof texts>, Of<typeof hidden>[], Of<typeof correction>[]];

const titled = (title: string, sentences: string): Of<typeof text> => ({
  markdown: `# ${title}\n\n${sentences}`,
  language: 'en',
});

/** A merge brings claims that contradict each other. */
const CONFLICT: WorldCase = [
  [
    titled('Blue Harbour', 'Blue Harbour is the owner of Ada Ahrens. Blue Harbour (born in 1900) is a friend.'),
    titled('Tide Mill', 'Ada Ahrens is the owner of Harbour.'),
  ],
  [{ text: titled('Blue Harbour', 'Blue Harbour founded Blue Harbour.'), by: 'document', before: 0 }],
  [{ kind: 'merge', names: ['harbour', 'ada ahrens'], senses: null }],
];

test('hidden documents change nothing of what is shown', async () => {
  await fc.assert(
    fc.asyncProperty(
      texts,
      fc.uniqueArray(hidden, { minLength: 1, maxLength: 4, selector: ({ text, by }) => `${text.markdown} ${by}` }),
      fc.array(correction, { maxLength: 3 }),
      async (visible, others, corrections) => {
        const beside = others.map(({ text, by, before }) => ({ ...text, by, before: before % visible.length }));
        const alone = await newWorld(visible, [], corrections);
        assert.deepEqual(await shownTo(await newWorld(visible, beside, corrections)), await shownTo(alone));
      },
    ),
    runs(12, [CONFLICT]),
  );
});
