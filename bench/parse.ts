/**
 * `npm run bench:parse [-- --cases DIR… --page-tests DIR --pymupdf PYTHON]`: quality and speed of the parse engines on documents and web pages with
 * ground truth, compared with stored scores of other tools.
 *
 * Each DIR holds `cases.json`, `src/`, `gt/`, `score.mjs`, `peers.json` and `web/`; by default these are
 * `../shared/eval-data/parse` and `…/parse-general` beside the checkout. Scores are 0 to 1; times are from the second
 * of two runs. `edit` is the share of words in order, `f1` in any order, `cell` and `adj` the cells of tables and their
 * neighbors, `head` the headings. At the end stands the worst document of each class of failure.
 *
 * `--page-tests` is `olmocr/bench/sample_data` of allenai/olmocr: unit tests of pages. PYTHON has PyMuPDF 2 or later, which
 * then converts the same files, in a process of its own: its license (AGPL) allows no more.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOptions } from '../platform/command-line.ts';
import { groupTable, scoreDocuments } from './parse/documents.ts';
import type { ScoredCase } from './parse/documents.ts';
import { printFailures } from './parse/failures.ts';
import { scorePageTests } from './parse/olmocr/index.ts';
import { scorePages } from './parse/pages.ts';
import { readSample } from './parse/sample.ts';

const DATA = join(import.meta.dirname, '../../shared/eval-data');

/** The reading order of these is known exactly: each file has a row. */
const ORDERED = 'pdf columns';

const {
  cases: folders = [join(DATA, 'parse'), join(DATA, 'parse-general')],
  'page-tests': pageTests,
  pymupdf = null,
} = readOptions('npm run bench:parse [-- --cases DIR… --page-tests DIR --pymupdf PYTHON]', {
  cases: { type: 'string', multiple: true },
  'page-tests': { type: 'string' },
  pymupdf: { type: 'string' },
});
for (const folder of folders) await measure(folder);
if (pageTests === undefined) {
  console.error('skipped: THE PAGE TESTS OF OLMOCR WERE NOT RUN. Fix: give --page-tests DIR.');
} else await scorePageTests(pageTests, pymupdf);

async function measure(folder: string): Promise<void> {
  console.log(`\n${folder}`);
  const sample = await readSample(folder);
  if (sample === null) {
    console.error(`skipped: NOTHING WAS MEASURED, ${folder} has no cases.json. Fix: give --cases DIR.`);
    return;
  }
  const output = await mkdtemp(join(tmpdir(), 'parse-quality-'));
  try {
    const scored = await scoreDocuments(sample, output);
    console.table(groupTable(scored, sample.peers));
    printOrder(scored);
    await scorePages(sample, output);
    await printFailures(scored, folder, output);
  } finally {
    await rm(output, { recursive: true });
  }
}

function printOrder(scored: readonly ScoredCase[]): void {
  for (const { file, edit } of scored.filter(({ group }) => group === ORDERED)) {
    console.log(`order of ${file}: ${edit.toFixed(3)}`);
  }
}
