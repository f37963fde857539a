/**
 * `npm run bench:parse-tables -- --cases DIR [--peers PYTHON] [--only NAME,...]`: tables of PDFs with ground truth in
 * the form of the ICDAR 2013 table competition: how many adjacency relations of cells are right.
 *
 * DIR has, at any depth, PDFs beside their structure files (`eu-001.pdf`, `eu-001-str.xml`): the "competition dataset
 * with ground truth". The conversion finds the tables itself, which the competition calls the complete process. Each
 * page is converted alone, because the truth has what a table has on one page. Measures are means over documents
 * ("macro", by which the competition ranks) and over all relations ("micro"). PYTHON has `pdfplumber` and `camelot-py`,
 * which then read the same files.
 */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { documentBlocks } from '../engines/parse/formats/document-blocks.ts';
import { parsePdf } from '../engines/parse/markdown_converter/pdf/index.ts';
import { DEFAULT_PARSE_OPTIONS } from '../engines/parse/options.ts';
import type { ParsedDocument } from '../engines/parse/documents/types.ts';
import { readOptions } from '../platform/command-line.ts';
import {
  macroMeasures,
  measuresOf,
  microMeasures,
  precisionOf,
  recallOf,
  scoreTables,
} from './parse-tables/relations.ts';
import type { Measures, Score } from './parse-tables/relations.ts';
import { readCases, tableOf } from './parse-tables/truth.ts';
import type { Tables, TruthCase } from './parse-tables/truth.ts';

const PEERS = ['pdfplumber', 'camelot'] as const;
/** What the competition's paper has of the complete process. */
const PUBLISHED: Readonly<Record<string, Measures>> = {
  'published: ABBYY FineReader 11': measuresOf(0.871, 0.8835),
  'published: Nuance OmniPage 18': measuresOf(0.846, 0.838),
  'published: Nurminen, best of the academic': measuresOf(0.8693, 0.8078),
};
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

const USAGE = 'npm run bench:parse-tables -- --cases DIR [--peers PYTHON] [--only NAME,...]';
const {
  cases: folder,
  peers: python,
  only,
} = readOptions(USAGE, {
  cases: { type: 'string' },
  peers: { type: 'string' },
  only: { type: 'string' },
});
if (folder === undefined) throw new Error(`--cases is missing. Usage: ${USAGE}`);
const chosen = only?.split(',');
const cases = (await readCases(folder)).filter(({ name }) => chosen?.includes(name) ?? true);
const tools = python === undefined ? [] : PEERS;

const ours: Score[] = [];
const theirs = new Map(tools.map((tool): [string, Score[]] => [tool, []]));
const rows: Record<string, Record<string, string>> = {};
for (const each of cases) {
  const score = bestScore(each, await ourTables(each.pdf));
  ours.push(score);
  const row = { ...rounded(measuresOf(precisionOf(score), recallOf(score))), relations: String(score.truth) };
  const others = [...theirs].map(([tool, scores]) => {
    const other = bestScore(each, peerTables(tool, each.pdf));
    scores.push(other);
    return [tool, rounded(measuresOf(precisionOf(other), recallOf(other))).f1];
  });
  rows[each.name] = { ...row, ...Object.fromEntries(others) };
}
console.table(rows);
const summaries = [['tidemill', ours] as const, ...theirs].flatMap(([tool, scores]) => [
  [`${tool}, macro`, macroMeasures(scores)] as const,
  [`${tool}, micro`, microMeasures(scores)] as const,
]);
console.table(
  Object.fromEntries([...summaries, ...Object.entries(PUBLISHED)].map(([name, measures]) => [name, rounded(measures)])),
);

function bestScore({ readings }: TruthCase, found: Tables): Score {
  const [best] = readings
    .map((truth) => scoreTables(truth, found))
    .sort((a, b) => measuresOf(precisionOf(b), recallOf(b)).f1 - measuresOf(precisionOf(a), recallOf(a)).f1);
  if (best === undefined) throw new Error('A case without a truth.');
  return best;
}

async function ourTables(pdf: string): Promise<Tables> {
  const bytes = await readFile(pdf);
  const { pages } = await converted(bytes, pdf, null);
  const documents = [];
  for (const { page } of pages) documents.push(await converted(bytes, pdf, page));
  return documents.flatMap((document) => [...documentBlocks(document)].flatMap(({ table }) => table ?? []));
}

function converted(bytes: Uint8Array, pdf: string, page: number | null): Promise<ParsedDocument> {
  const page_range = page === null ? null : [{ first: page, last: page }];
  return parsePdf(
    {
      bytes,
      mediaType: 'application/pdf',
      charset: null,
      filename: basename(pdf),
      url: null,
      options: { ...DEFAULT_PARSE_OPTIONS, page_range },
    },
    { signal: new AbortController().signal, onProgress: () => {} },
  );
}

function peerTables(tool: string, pdf: string): Tables {
  const script = join(import.meta.dirname, 'parse-tables/peer.py');
  const { status, stdout, stderr } = spawnSync(python ?? '', [script, tool, pdf], {
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  if (status !== 0) throw new Error(`${tool} failed on ${pdf}: ${stderr}`);
  const tables: (string | null)[][][] = JSON.parse(stdout);
  return tables.map((table) =>
    tableOf(
      table.flatMap((texts, row) =>
        texts.map((text, column) => ({
          row,
          column,
          row_span: 1,
          column_span: 1,
          is_header: false,
          text: text ?? '',
        })),
      ),
    ),
  );
}

function rounded({ precision, recall, f1 }: Measures): Record<'precision' | 'recall' | 'f1', string> {
  return { precision: precision.toFixed(3), recall: recall.toFixed(3), f1: f1.toFixed(3) };
}
