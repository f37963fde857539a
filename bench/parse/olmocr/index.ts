/** The sample of olmOCR-bench: how many unit tests of pages pass, ours and those of PyMuPDF, run beside us. */
import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ServiceError } from '../../../errors/index.ts';
import { convert } from '../convert.ts';
import { passes } from './tests.ts';
import type { PageTest } from './tests.ts';

type Reader = (pdf: string) => Promise<string>;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/**
 * Prints how many of the tests in `folder`, which has `pdfs/` and `*.jsonl`, each tool passes, by type. `python` has
 * PyMuPDF; `null` measures us alone. As olmOCR does, every file without a baseline test gets one.
 */
export async function scorePageTests(folder: string, python: string | null): Promise<void> {
  const lists = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
  const texts = await Promise.all(lists.map((name) => readFile(join(folder, name), 'utf8')));
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '');
  const written: PageTest[] = lines.map((line) => JSON.parse(line));
  const files = new Set(written.map(({ pdf }) => pdf));
  const rated = new Set(written.flatMap(({ type, pdf }) => (type === 'baseline' ? [pdf] : [])));
  const unrated = [...files].filter((pdf) => !rated.has(pdf));
  const added = unrated.map((pdf): PageTest => ({ pdf, page: 1, id: pdf, type: 'baseline' }));
  const tests = [...written, ...added];
  const tools: [string, Reader][] = [['tidemill', ourMarkdown]];
  if (python !== null) tools.push([pymupdf(python, '--version').trim(), async (pdf) => pymupdf(python, pdf)]);
  const rows: Record<string, Record<string, string>> = {};
  for (const [tool, read] of tools) rows[tool] = await rowOf(tests, folder, read);
  console.table(rows);
}

async function rowOf(tests: readonly PageTest[], folder: string, read: Reader): Promise<Record<string, string>> {
  const results: { readonly type: PageTest['type']; readonly isPassed: boolean }[] = [];
  for (const [pdf, own] of Map.groupBy(tests, (test) => test.pdf)) {
    const markdown = await read(join(folder, 'pdfs', pdf));
    results.push(...own.map((test) => ({ type: test.type, isPassed: passes(test, markdown) })));
  }
  const share = (of: typeof results): string => `${of.filter(({ isPassed }) => isPassed).length} of ${of.length}`;
  const byType = [...Map.groupBy(results, ({ type }) => type)].map(([type, of]) => [type, share(of)] as const);
  return { all: share(results), ...Object.fromEntries(byType) };
}

/**
 * All pages: what a test asks of one page is not on the others. Without heads and feet, which the tests want to be
 * absent. A file that fails has no text.
 */
async function ourMarkdown(pdf: string): Promise<string> {
  const bytes = await readFile(pdf);
  const source = { bytes, mediaType: 'application/pdf', charset: null, filename: basename(pdf), url: null };
  const converted = await convert(source, 'object', null, { headers: 'drop' });
  if (!(converted instanceof ServiceError)) return converted.markdown;
  console.log(`${basename(pdf)} ends with ${converted.code}: ${converted.message}`);
  return '';
}

function pymupdf(python: string, argument: string): string {
  const script = join(import.meta.dirname, 'peer.py');
  const { status, stdout, stderr } = spawnSync(python, [script, argument], {
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  if (status !== 0) throw new Error(`PyMuPDF failed on ${argument}: ${stderr}`);
  return stdout;
}
