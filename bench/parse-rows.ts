/**
 * `npm run bench:parse-rows [-- --papers 200] [--peers PYTHON] [--scans 40] [--only SEED,...]`: rows of invoices,
 * statements and sheets of hours, whose descriptions wrap. A row is right when each of its cells is.
 *
 * The papers are made with a seed, half of them (odd seeds) not looked at while the rules were improved. PYTHON has
 * `pdfplumber` and `pymupdf4llm`, which read the same papers. Scans are pictures of the first papers of each half: 150 to
 * 200 dots an inch, a little skewed, with noise. With `--only`, the tables of those papers are printed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentAiDirectory, isDocumentAiSetUp } from '../domain/parse/document-ai.ts';
import type { ParsedDocument } from '../engines/parse/documents/types.ts';
import { runEngine } from '../engines/parse/engines.ts';
import { documentBlocks } from '../engines/parse/formats/document-blocks.ts';
import type { BlockTable } from '../engines/parse/formats/model.ts';
import { DEFAULT_PARSE_OPTIONS } from '../engines/parse/options.ts';
import { readOptions } from '../platform/command-line.ts';
import { makePdf } from '../test/support/documents/pdf.ts';
import { measuresOf, precisionOf, recallOf } from './parse-tables/relations.ts';
import { tableOf } from './parse-tables/truth.ts';
import { LAYOUTS, makePaper, WRAPS } from './parse-rows/papers.ts';
import type { Paper } from './parse-rows/papers.ts';
import { scoreRows, sumOf } from './parse-rows/rows.ts';
import type { RowScore } from './parse-rows/rows.ts';
import { scansOf } from './parse-rows/scans.ts';

const PEERS = ['pdfplumber', 'pymupdf4llm'] as const;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const options = readOptions(
  'npm run bench:parse-rows [-- --papers 200] [--peers PYTHON] [--scans 40] [--only SEED,...]',
  {
    papers: { type: 'string', default: '200' },
    peers: { type: 'string' },
    scans: { type: 'string', default: '40' },
    only: { type: 'string' },
  },
);
const directory = documentAiDirectory(process.env);
const context = { signal: new AbortController().signal, onProgress: () => {}, documentAi: { directory, threads: 2 } };
const only = options.only?.split(',').map(Number);
const papers = (only ?? [...Array(Number(options.papers)).keys()]).map(makePaper);
const pdfOf = ({ pages, typeface }: Paper): Uint8Array => makePdf(pages, { regular: typeface.name });

interface Scored {
  readonly paper: Paper;
  readonly score: RowScore;
}

const ours: Scored[] = [];
for (const paper of papers) {
  const document = await read('markdown_converter', pdfOf(paper), 'application/pdf');
  ours.push({ paper, score: scoreRows(paper, tablesOf(document)) });
  if (only !== undefined) console.log(`${paper.seed}: ${paper.layout}, ${paper.wrap}\n${document.markdown}`);
}
report('tidemill', ours);
console.log(`seen papers with a wrong row: ${wrong(ours)}`);
if (options.peers !== undefined) for (const peer of PEERS) report(peer, await readByPeer(peer, options.peers));
if (!isDocumentAiSetUp(directory)) {
  console.error('skipped: SCANS WERE NOT MEASURED. Fix: run npm run setup:document-ai.');
} else {
  const scans: Scored[] = [];
  for (const paper of papers.slice(0, Number(options.scans))) {
    const documents = [];
    for (const scan of await scansOf(paper, pdfOf(paper)))
      documents.push(await read('document_ai_converter', scan, 'image/bmp'));
    if (only !== undefined) console.log(documents.map(({ markdown }) => markdown).join('\n'));
    scans.push({ paper, score: scoreRows(paper, documents.flatMap(tablesOf)) });
  }
  report('tidemill, scans', scans);
  console.log(`seen scans with a wrong row: ${wrong(scans)}`);
}

function read(engine: Parameters<typeof runEngine>[0], bytes: Uint8Array, mediaType: string): Promise<ParsedDocument> {
  const input = { bytes, mediaType, charset: null, filename: null, url: null, options: DEFAULT_PARSE_OPTIONS };
  return runEngine(engine, input, context);
}

function tablesOf(document: ParsedDocument): BlockTable[] {
  return [...documentBlocks(document)].flatMap(({ table }) => table ?? []);
}

function isSeen({ paper }: Scored): boolean {
  return paper.seed % 2 === 0;
}

/** The papers may be looked at; those of the other half may not. */
function wrong(scored: readonly Scored[]): string {
  return scored
    .filter((each) => isSeen(each) && (each.score.correct < each.score.truth || each.score.found > each.score.truth))
    .map(({ paper }) => `${paper.seed} (${paper.layout}, ${paper.wrap})`)
    .join('; ');
}

function report(name: string, scored: readonly Scored[]): void {
  console.log(`\n${name}`);
  const by = (matches: (paper: Paper) => boolean): Record<string, string> => {
    const chosen = scored.filter(({ paper }) => matches(paper));
    return {
      ...named('seen', chosen.filter(isSeen)),
      ...named(
        'unseen',
        chosen.filter((each) => !isSeen(each)),
      ),
    };
  };
  console.table({
    all: by(() => true),
    ...Object.fromEntries(LAYOUTS.map((layout) => [layout, by((paper) => paper.layout === layout)])),
    ...Object.fromEntries(WRAPS.map((wrap) => [`wraps: ${wrap}`, by((paper) => paper.wrap === wrap)])),
  });
}

function named(half: string, scored: readonly Scored[]): Record<string, string> {
  const sum = sumOf(scored.map(({ score }) => score));
  const { precision, recall, f1 } = measuresOf(precisionOf(sum), recallOf(sum));
  return {
    [`${half} rows`]: String(sum.truth),
    [`${half} P`]: precision.toFixed(3),
    [`${half} R`]: recall.toFixed(3),
    [`${half} F1`]: f1.toFixed(3),
  };
}

/** One process reads all papers of a peer, since its start takes longer than a paper. */
async function readByPeer(peer: string, python: string): Promise<Scored[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parse-rows-'));
  try {
    const files = papers.map(({ seed }) => join(folder, `${seed}.pdf`));
    for (const [index, paper] of papers.entries()) await writeFile(files[index] ?? '', pdfOf(paper));
    const script = join(import.meta.dirname, 'parse-rows/peer.py');
    const { status, stdout, stderr } = spawnSync(python, [script, peer, ...files], {
      encoding: 'utf8',
      maxBuffer: MAX_OUTPUT_BYTES,
    });
    if (status !== 0) throw new Error(`${peer} failed: ${stderr}`);
    const found: string[][][][] = JSON.parse(stdout.slice(stdout.lastIndexOf('\n', stdout.length - 2) + 1));
    return papers.map((paper, index) => ({ paper, score: scoreRows(paper, (found[index] ?? []).map(gridOf)) }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function gridOf(rows: readonly (readonly string[])[]): BlockTable {
  return tableOf(
    rows.flatMap((texts, row) =>
      texts.map((text, column) => ({ row, column, row_span: 1, column_span: 1, is_header: false, text })),
    ),
  );
}
