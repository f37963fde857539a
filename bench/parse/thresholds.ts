/**
 * What the thresholds of the PDF engine are worth: each number of the named files is lowered and raised, all PDFs with
 * ground truth are converted again, and the change of their scores is printed with the file that changes most.
 *
 *   node bench/parse/thresholds.ts [--cases DIR] --file FILE…
 *
 * A FILE is named from the root of the checkout, for example `engines/parse/pages/layout/columns/gutters.ts`. DIR is as
 * for `npm run bench:parse`. A number takes some ten seconds.
 */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { readOptions } from '../../platform/command-line.ts';

const ROOT = join(import.meta.dirname, '../..');
const DECLARATION = /^(?:export )?const ([A-Z_]+) = ([^;\n]+);/gm;
/** A number, or an object of numbers. */
const NUMERIC = /^(?:\d|\{ )[\w.,: ]*\}?$/;
const NUMBER = /(?<![\w.])\d[\d_]*(?:\.\d+)?/g;
/** Small counts go down and up by one, other values to these parts of themselves. */
const MAX_COUNT = 12;
const FACTORS = [0.8, 1.25];

const CONVERT = `
  const [root, source, output] = process.argv.slice(1);
  const { readdir, readFile, writeFile } = await import('node:fs/promises');
  const { parsePdf } = await import(root + '/engines/parse/markdown_converter/pdf/index.ts');
  const { DEFAULT_PARSE_OPTIONS: options } = await import(root + '/engines/parse/options.ts');
  const context = { signal: new AbortController().signal, onProgress: () => {} };
  for (const file of (await readdir(source)).filter((name) => name.endsWith('.pdf'))) {
    const bytes = await readFile(source + '/' + file);
    const input = { bytes, mediaType: 'application/pdf', charset: null, filename: file, url: null, options };
    const markdown = await parsePdf(input, context).then((document) => document.markdown, () => '');
    await writeFile(output + '/' + file + '.md', markdown);
  }`;

const { cases, file: files = [] } = readOptions('node bench/parse/thresholds.ts [--cases DIR] --file FILE…', {
  cases: { type: 'string' },
  file: { type: 'string', multiple: true },
});
// The scorer knows itself by its real path.
const folder = await realpath(cases ?? join(ROOT, '../shared/eval-data/parse'));
const work = await mkdtemp(join(tmpdir(), 'parse-thresholds-'));
try {
  for (const part of ['engines', 'errors', 'platform', 'package.json']) {
    await cp(join(ROOT, part), join(work, part), { recursive: true });
  }
  await symlink(join(ROOT, 'node_modules'), join(work, 'node_modules'));
  const before = await convert('before');
  for (const file of files) await vary(file, before);
} finally {
  await rm(work, { recursive: true });
}

interface Converted {
  readonly markdown: ReadonlyMap<string, string>;
  readonly scores: ReadonlyMap<string, number>;
}

async function vary(file: string, before: Converted): Promise<void> {
  const text = await readFile(join(work, file), 'utf8');
  for (const declaration of text.matchAll(DECLARATION)) {
    const [whole, name = '', right = ''] = declaration;
    if (!NUMERIC.test(right)) continue;
    for (const number of right.matchAll(NUMBER)) {
      const value = Number(number[0].replaceAll('_', ''));
      const at = declaration.index + whole.indexOf(right) + number.index;
      for (const other of neighbours(value)) {
        await writeFile(join(work, file), text.slice(0, at) + other + text.slice(at + number[0].length));
        console.log(`${basename(file)} ${name} ${number[0]} → ${other}: ${difference(before, await convert('after'))}`);
      }
    }
  }
  await writeFile(join(work, file), text);
}

function neighbours(value: number): number[] {
  if (Number.isInteger(value) && value <= MAX_COUNT) return [Math.max(0, value - 1), value + 1];
  return FACTORS.map((factor) => Math.round(value * factor * 10_000) / 10_000);
}

/** Converts all PDFs with the code of the copy. */
async function convert(name: string): Promise<Converted> {
  const output = join(work, name);
  await rm(output, { recursive: true, force: true });
  await mkdir(output);
  run('--input-type=module', '-e', CONVERT, work, join(folder, 'src'), output);
  const results = join(work, 'scores.json');
  run(join(folder, 'score.mjs'), output, '--quiet', '--json', results);
  const scored: { cases: { file: string; total: number }[] } = JSON.parse(await readFile(results, 'utf8'));
  const files = await readdir(output);
  const markdown = await Promise.all(
    files.map(async (file) => [file.replace(/\.md$/, ''), await readFile(join(output, file), 'utf8')] as const),
  );
  return { markdown: new Map(markdown), scores: new Map(scored.cases.map(({ file, total }) => [file, total])) };
}

function difference(before: Converted, after: Converted): string {
  const changed = [...after.markdown].filter(([file, text]) => before.markdown.get(file) !== text);
  const changes = changed
    .map(([file]) => ({ file, by: (after.scores.get(file) ?? 0) - (before.scores.get(file) ?? 0) }))
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
  const [most] = changes;
  if (most === undefined) return 'same';
  return `${changes.reduce((sum, { by }) => sum + by, 0).toFixed(3)} over ${changes.length} files, ${most.file}`;
}

function run(...args: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}
