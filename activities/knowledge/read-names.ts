/** The step that reads the names of chunks and commits them. */
import type { Database } from '../../platform/database/client.ts';
import { datasetToWrite } from '../../domain/knowledge/datasets.ts';
import { languageOf } from '../../domain/knowledge/languages.ts';
import { graphOf } from '../../domain/knowledge/extractions.ts';
import type { NewFact } from '../../domain/knowledge/facts.ts';
import { commitNames, knownTitles, titlesVersion, unreadChunks } from '../../domain/knowledge/names.ts';
import type { ReadChunk, UnreadChunk } from '../../domain/knowledge/names.ts';
import { chunksToRead } from '../../domain/knowledge/progress.ts';
import type { Range } from '../../domain/knowledge/progress.ts';
import { withExtracted } from '../../engines/knowledge/extraction/with-rules.ts';
import { statedFacts } from '../../engines/knowledge/facts/stated-facts.ts';
import type { StatedFact } from '../../engines/knowledge/facts/stated-facts.ts';
import { chunkNames } from '../../engines/knowledge/names/chunk-names.ts';
import { nameCandidates } from '../../engines/knowledge/names/known-names.ts';
import type { Step } from '../step/step.ts';
import { mentionOf } from './cut-document.ts';
import { turnOf } from './take-turn.ts';
import type { BatchEnd, DatasetInput, ReadInput } from './types.ts';

export interface ReadDependencies {
  readonly database: Database;
}

/** Chunks of a step, and steps of a plan: reading the names of a chunk takes a few milliseconds, of the largest ones 50. */
const PLAN = { size: 64, ranges: 100 };

/** Which chunks are to be read next. */
export async function planReading(
  { database }: ReadDependencies,
  { dataset_id, after }: DatasetInput & { readonly after: string },
): Promise<Range[]> {
  await datasetToWrite(database, dataset_id);
  return chunksToRead(database, dataset_id, after, PLAN);
}

/** Reads the names of the unread chunks of a range: all titles of the dataset are known by now. */
export async function readNames({ database }: ReadDependencies, input: ReadInput, step: Step): Promise<BatchEnd> {
  step.begin();
  const { dataset_id, rows } = input;
  const turn = turnOf(input, step);
  await datasetToWrite(database, dataset_id);
  for (let isCommitted = false; !isCommitted;) {
    step.signal.throwIfAborted();
    // First: titles that change from now on are noticed.
    const version = await titlesVersion(database, dataset_id);
    const read = await readChunks(database, dataset_id, await unreadChunks(database, dataset_id, rows));
    isCommitted = await commitNames(database, turn, version, read);
  }
  return { is_done: true };
}

/** What the texts of these chunks say, as far as the titles of the dataset are known. */
export async function readChunks(
  database: Database,
  datasetId: string,
  unread: readonly UnreadChunk[],
): Promise<readonly ReadChunk[]> {
  const candidates = new Set(
    unread.flatMap(({ body, language }) => Array.from(nameCandidates(body, languageOf(language)), ({ name }) => name)),
  );
  const isTitle = await knownTitles(database, datasetId, [...candidates]);
  return unread.map(({ id, title, body, language, audience, graph, model }) => {
    const spoken = languageOf(language);
    const names = chunkNames({ title, text: body, language: spoken }, (name) => isTitle(name, audience));
    const ofText = names.filter(({ role }) => role === 0);
    if (graph === null || model === null) {
      const facts = statedFacts(body, spoken, names).map(factOf);
      return { chunkId: id, mentions: ofText.map(mentionOf), facts };
    }
    // A language model reads better than rules do: where it has read, its facts are the chunk's.
    const extracted = graphOf(graph);
    const mentions = withExtracted(ofText, extracted.names).map((name) => ({ ...mentionOf(name), type: name.type }));
    return { chunkId: id, mentions, facts: extracted.facts.map((fact) => ({ ...fact, extractor: model })) };
  });
}

/** The evidence of a fact reaches from its subject to its object. */
function factOf({ subject, predicate, object, spans, extractor }: StatedFact): NewFact {
  const ends = [spans.subject, spans.predicate, spans.object];
  const start = Math.min(...ends.map((span) => span.start));
  const end = Math.max(...ends.map((span) => span.end));
  return { subject, predicate, object, start, end, extractor };
}
