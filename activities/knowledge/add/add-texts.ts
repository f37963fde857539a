/** The step that makes documents of texts. */
import type { Database } from '../../../platform/database/client.ts';
import { MARKDOWN_TYPE } from '../../../platform/media-type/markdown.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import { mapConcurrently } from '../../../platform/map-concurrently.ts';
import { DEFAULT_ACCESS_POLICY } from '../../../domain/access/policy.ts';
import { datasetToWrite, newSourceKey } from '../../../domain/knowledge/datasets/index.ts';
import type { DatasetRow } from '../../../domain/knowledge/datasets/index.ts';
import type { NewDocument, InputDocument, OutcomeCounts } from '../../../domain/knowledge/documents/index.ts';
import { recordDocuments } from '../../../domain/knowledge/documents/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import { poolCaller } from '../../step/pool-caller.ts';
import type { Step } from '../../step/step.ts';
import type { TextPool } from '../processes/pool.ts';
import type { AddInputStep, AddTextsStep } from '../types.ts';
import { datingOf } from './dating.ts';
import { findRecords } from './find-records.ts';
import { givenOf, readInput, recordFault, rowOf } from './input.ts';
import { documentOfText } from './text-document.ts';

interface TextDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly texts: Pick<TextPool, 'survey'>;
}

/** Texts in memory at once. */
const TEXTS_AT_ONCE = 8;

/** How many inputs became what. */
export async function addTexts(
  dependencies: TextDependencies,
  about: AddTextsStep,
  step: Step,
): Promise<OutcomeCounts> {
  step.begin();
  const { database, objects } = dependencies;
  const dataset = await datasetToWrite(database, about.dataset_id);
  const read = await mapConcurrently(about.ordinals, TEXTS_AT_ONCE, step.signal, (ordinal) =>
    readText(dependencies, { ...about, ordinal }, dataset, step),
  );
  const made = read.filter((input) => input !== null);
  const kept = await recordDocuments(database, { jobId: step.jobId, datasetId: dataset.id }, made, about.options);
  const counts = { added: 0, updated: 0, unchanged: 0, failed: read.length - made.length };
  for (const { outcome, discarded } of kept) {
    counts[outcome]++;
    for (const key of discarded) await objects.remove(key);
  }
  return counts;
}

/** The document of a text, its Markdown stored; `null` when something is wrong with the text, which is recorded. */
async function readText(
  { database, objects, texts }: TextDependencies,
  about: AddInputStep,
  dataset: DatasetRow,
  step: Step,
): Promise<InputDocument | null> {
  const input = await readInput(objects, about, step);
  const { text = '', label = null } = input;
  const row = rowOf(about, input, null, step);
  const markdown = about.options.normalize_text ? normalizeText(text) : text.toWellFormed();
  if (markdown.trim() === '') {
    await recordFault(database, row, new ServiceError('empty', 'The text holds only white space.'));
    return null;
  }
  const stored = await documentOfText(objects, dataset.id, ['text', label], markdown);
  const sourceKey = about.options.persist_source_copy ? newSourceKey(dataset.id, stored.documentId) : null;
  if (sourceKey !== null) await objects.put(sourceKey, text, MARKDOWN_TYPE);
  const source = { title: label, mediaType: stored.mediaType, markdown: Buffer.from(markdown) };
  const records = about.options.structured_ingest
    ? await findRecords(texts, source, poolCaller(about.envelope, step))
    : null;
  const document: NewDocument = {
    ...givenOf(about, dataset, input),
    ...stored,
    sourceKey,
    title: label,
    structured: records !== null && records.records > 0,
    accessPolicy: DEFAULT_ACCESS_POLICY,
    ...datingOf({ given: input.metadata?.date, markdown, title: null, name: label, source: null }),
  };
  return { row, document, records };
}

/**
 * One form for texts that differ only in how they are written: line ends, Unicode forms, white space at line ends,
 * blank lines.
 */
function normalizeText(text: string): string {
  const lines: string[] = [];
  let blank = 0;
  for (const line of text.toWellFormed().normalize('NFC').replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n')) {
    const trimmed = line.trimEnd();
    blank = trimmed === '' ? blank + 1 : 0;
    if (blank < 2) lines.push(trimmed);
  }
  return lines.join('\n').trim();
}
