/** The step that writes the accepted items of a job as objects, and its data card. Everything is streamed. */
import { Readable } from 'node:stream';
import { accessorOf } from '../../domain/jobs/accessor.ts';
import { closedSources } from '../../domain/synthesis/closed-sources.ts';
import { deleteOthers, openItems, skippedChecks } from '../../domain/synthesis/items.ts';
import type { StoredItem } from '../../domain/synthesis/items.ts';
import { CARD_TYPES, OUTPUT_TYPES, outputKey } from '../../domain/synthesis/outputs.ts';
import type { OutputFormat } from '../../domain/synthesis/outputs.ts';
import type { StoredFile } from '../../domain/synthesis/results.ts';
import { shortfallOf } from '../../domain/synthesis/shortfall.ts';
import { modelUsage, usagePerItem, cardPage, CardSurvey } from '../../engines/synthesis/card/index.ts';
import type { DataCard, Survey } from '../../engines/synthesis/card/index.ts';
import { meaningsOf } from '../../engines/synthesis/items/index.ts';
import {
  csvOf,
  chatLine,
  jsonLine,
  knowledgeInputLine,
  rejectedLine,
  parquetOf,
  SheetSurvey,
  sheetRow,
} from '../../engines/synthesis/outputs/index.ts';
import type { Sheet, SheetRow } from '../../engines/synthesis/outputs/index.ts';
import type { Database } from '../../platform/database/client.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import type { Step } from '../step/step.ts';
import { feedAll } from './feed-all.ts';
import type { OutputInput } from './types.ts';

export interface WriteDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
}

type Items = AsyncIterable<StoredItem>;
type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string>;

interface File {
  readonly name: string;
  readonly media_type: string;
  readonly pieces: (items: Items) => Pieces;
}

/** More than the items of any request. */
const LARGEST_BYTES = 16 * 1024 ** 3;
/** Files that are written at a time, each with a part of it in memory. */
const FILES_AT_ONCE = 4;

/**
 * Reads the items once for JSON Lines and the card, and once more for every four sheets, whose columns are known by
 * then. Can be repeated: the objects are then written anew. Items whose sources the submitter may no longer read are
 * left out.
 */
export async function writeOutputs(
  { database, objects }: WriteDependencies,
  order: OutputInput,
  step: Step,
): Promise<readonly StoredFile[]> {
  step.begin();
  const { jobId, signal } = step;
  const { envelope, formats, keep_rejected } = order;
  const closed = await closedSources(database, accessorOf(envelope), jobId);
  const itemsIn = (state: 'accepted' | 'rejected'): Items => openItems(database, jobId, state, closed);
  let written = 0;
  const write = async (file: string, media_type: string, pieces: Pieces): Promise<StoredFile> => {
    const body = Readable.from(pieces, { objectMode: false });
    const limits = { maxBytes: LARGEST_BYTES, signal };
    const { bytes } = await objects.putStream(outputKey(jobId, file), body, media_type, limits);
    step.onProgress({ completed: ++written, total: null, unit: 'files', message: null });
    return { name: file, media_type, bytes };
  };
  const writers = (files: readonly File[]) =>
    files.map(({ name: file, media_type, pieces }) => async (items: Items): Promise<readonly StoredFile[]> => [
      await write(file, media_type, pieces(items)),
    ]);

  const sheets = new SheetSurvey();
  const surveyed = new CardSurvey();
  const survey = async (accepted: Items): Promise<readonly StoredFile[]> => {
    for await (const item of accepted) {
      sheets.add(sheetRow(item));
      surveyed.add(item);
    }
    return [];
  };
  const lines = writers(formats.flatMap(lineFile));
  const outputs = (await feedAll(itemsIn('accepted'), [survey, ...lines])).flat();
  const files = writers(formats.flatMap((format) => sheetFiles(format, sheets.sheets)));
  for (let from = 0; from < files.length; from += FILES_AT_ONCE) {
    const some = await feedAll(itemsIn('accepted'), files.slice(from, from + FILES_AT_ONCE));
    outputs.push(...some.flat());
  }
  if (keep_rejected) {
    outputs.push(...(await feedAll(itemsIn('rejected'), writers([REJECTED]))).flat());
  } else await deleteOthers(database, jobId);
  const checks_skipped = await skippedChecks(database, jobId);
  const card = { ...cardOf(jobId, order, surveyed.survey), checks_skipped };
  outputs.push(await write('card.json', CARD_TYPES['card.json'], [`${JSON.stringify(card, null, 2)}\n`]));
  outputs.push(await write('card.html', CARD_TYPES['card.html'], [cardPage(card)]));
  return outputs;
}

const linesFile = (name: string, media_type: string, lineOf: (item: StoredItem) => string | null): File => ({
  name,
  media_type,
  pieces: async function* (items) {
    for await (const item of items) {
      const line = lineOf(item);
      if (line !== null) yield line;
    }
  },
});

const LINE_FILES: Readonly<Partial<Record<OutputFormat, File>>> = {
  jsonl: linesFile('items.jsonl', OUTPUT_TYPES.jsonl, jsonLine),
  chat_jsonl: linesFile('chats.jsonl', OUTPUT_TYPES.chat_jsonl, chatLine),
  knowledge_inputs: linesFile('knowledge-inputs.jsonl', OUTPUT_TYPES.knowledge_inputs, knowledgeInputLine),
};
const REJECTED = linesFile('rejected.jsonl', OUTPUT_TYPES.jsonl, rejectedLine);

const lineFile = (format: OutputFormat): File | readonly File[] => LINE_FILES[format] ?? [];

function sheetFiles(format: OutputFormat, sheets: readonly Sheet[]): readonly File[] {
  if (format !== 'csv' && format !== 'parquet') return [];
  const piecesOf = format === 'csv' ? csvOf : parquetOf;
  return sheets.map((sheet) => ({
    name: `${sheet.name}.${format}`,
    media_type: OUTPUT_TYPES[format],
    pieces: (items) => piecesOf(sheet, rowsOf(items, sheet.name)),
  }));
}

async function* rowsOf(items: Items, sheet: string): AsyncGenerator<SheetRow> {
  for await (const item of items) {
    const row = sheetRow(item);
    if (row.sheet === sheet) yield row;
  }
}

function cardOf(
  jobId: string,
  { envelope, seed, result, methods, usage }: OutputInput,
  survey: Survey,
): Omit<DataCard, 'checks_skipped'> {
  const { name, engine_id, generator = null, asked, accepted, rejected, sources = null, stopped_by } = result;
  const models = modelUsage(usage);
  return {
    job_id: jobId,
    name,
    submitted_at: envelope.created_at,
    engine_id,
    generator: generator ?? 'rules',
    seed,
    asked,
    accepted,
    shortfall: shortfallOf(result, stopped_by),
    rejected,
    methods,
    rejected_because: meaningsOf(Object.keys(rejected)),
    passages: sources,
    usage: models,
    usage_per_item: usagePerItem(models, accepted),
    ...survey,
  };
}
