/** The step that writes the accepted items of a job as objects, and its data card. Everything is streamed. */
import { Readable } from 'node:stream';
import { acceptedItems } from '../../domain/synthesis/items.ts';
import { CARD_TYPES, OUTPUT_TYPES, outputKey } from '../../domain/synthesis/outputs.ts';
import type { OutputFormat } from '../../domain/synthesis/outputs.ts';
import type { Output } from '../../domain/synthesis/results.ts';
import { cardPage } from '../../engines/synthesis/outputs/card-page.ts';
import { csvOf } from '../../engines/synthesis/outputs/csv.ts';
import { CardSurvey } from '../../engines/synthesis/outputs/data-card.ts';
import { chatLine, jsonLine } from '../../engines/synthesis/outputs/lines.ts';
import { parquetOf } from '../../engines/synthesis/outputs/parquet.ts';
import { SheetSurvey, sheetRow } from '../../engines/synthesis/outputs/sheets.ts';
import type { Sheet, SheetRow } from '../../engines/synthesis/outputs/sheets.ts';
import type { Database } from '../../platform/database/client.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import type { Step } from '../step/step.ts';
import type { OutputInput } from './types.ts';

export interface WriteDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
}

type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string>;

/** More than the items of any request. */
const LARGEST_BYTES = 16 * 1024 ** 3;

/** Can be repeated: the objects are then written anew. */
export async function writeOutputs(
  { database, objects }: WriteDependencies,
  { formats, counts, name, engine_id, seed, asked }: OutputInput,
  step: Step,
): Promise<readonly Output[]> {
  step.begin();
  const { jobId, signal } = step;
  const sheets = new SheetSurvey();
  const card = new CardSurvey();
  for await (const item of acceptedItems(database, jobId)) {
    sheets.add(sheetRow(item));
    card.add(item);
  }
  const files = [
    ...formats.flatMap((format) => filesOf(database, jobId, format, sheets.sheets)),
    ...cardFiles({ jobId, name, engine: engine_id, seed, asked, ...counts }, card.card),
  ];
  const outputs: Output[] = [];
  for (const { name: file, media_type, pieces } of files) {
    const body = Readable.from(pieces, { objectMode: false });
    const { bytes } = await objects.putStream(outputKey(jobId, file), body, media_type, {
      maxBytes: LARGEST_BYTES,
      signal,
    });
    outputs.push({ name: file, media_type, bytes });
    step.onProgress({ completed: outputs.length, total: files.length, unit: 'files', message: null });
  }
  return outputs;
}

interface File {
  readonly name: string;
  readonly media_type: string;
  readonly pieces: Pieces;
}

function filesOf(database: Database, jobId: string, format: OutputFormat, sheets: readonly Sheet[]): readonly File[] {
  const media_type = OUTPUT_TYPES[format];
  if (format === 'jsonl') return [{ name: 'items.jsonl', media_type, pieces: linesOf(database, jobId, jsonLine) }];
  if (format === 'chat_jsonl') return [{ name: 'chats.jsonl', media_type, pieces: linesOf(database, jobId, chatLine) }];
  return sheets.map((sheet) => {
    const rows = rowsOf(database, jobId, sheet.name);
    const pieces = format === 'csv' ? csvOf(sheet, rows) : parquetOf(sheet, rows);
    return { name: `${sheet.name}.${format}`, media_type, pieces };
  });
}

function cardFiles(head: Parameters<typeof cardPage>[0], card: CardSurvey['card']): readonly File[] {
  const { jobId, engine, ...told } = head;
  const text = `${JSON.stringify({ job_id: jobId, engine_id: engine, ...told, ...card }, null, 2)}\n`;
  return [
    { name: 'card.json', media_type: CARD_TYPES['card.json'], pieces: [text] },
    { name: 'card.html', media_type: CARD_TYPES['card.html'], pieces: [cardPage(head, card)] },
  ];
}

type LineOf = typeof jsonLine | typeof chatLine;

async function* linesOf(database: Database, jobId: string, lineOf: LineOf): AsyncGenerator<string> {
  for await (const item of acceptedItems(database, jobId)) {
    const line = lineOf(item);
    if (line !== null) yield line;
  }
}

async function* rowsOf(database: Database, jobId: string, sheet: string): AsyncGenerator<SheetRow> {
  for await (const item of acceptedItems(database, jobId)) {
    const row = sheetRow(item);
    if (row.sheet === sheet) yield row;
  }
}
