/**
 * Quality and speed of the parse engines on documents with ground truth, compared with stored scores of other tools.
 *
 *   node bench/parse-quality.ts [--cases DIR]
 *
 * DIR holds `cases.json`, `src/`, `gt/`, `score.mjs`, `peers.json` and `web/`; without it the bench looks for
 * `../shared/eval-data/parse` next to the checkout. Scores are 0 to 1; times are from the second of two runs.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { availabilities } from '../engines/parse/availability.ts';
import type { Scene } from '../engines/parse/catalog.ts';
import { runEngine } from '../engines/parse/engines.ts';
import { DEFAULT_PARSE_OPTIONS } from '../engines/parse/options.ts';
import { route } from '../engines/parse/route.ts';
import type { ParseInput } from '../engines/parse/types.ts';
import { readOptions } from '../platform/command-line.ts';
import { documentAiDirectory, isDocumentAiSetUp } from '../platform/document-ai.ts';
import { ServiceError } from '../errors/index.ts';
import { sniffMediaType } from '../platform/media-type/index.ts';

interface Case {
  readonly file: string;
  readonly group: string;
}

/** Scores of other tools by file, tool and measure. */
type Peers = Record<string, Record<string, { readonly total?: number } | string>>;

interface Group {
  readonly scores: number[];
  readonly times: number[];
  readonly peers: Map<string, number[]>;
}

const documentAiFolder = documentAiDirectory(process.env);
const hasDocumentAi = isDocumentAiSetUp(documentAiFolder);
/** No provider is used. */
const CONVERTERS_ALONE = await availabilities({
  lacksWorker: async (queue) => (hasDocumentAi || queue !== 'document-ai' ? null : 'Document AI is not set up.'),
  hasSecret: async () => false,
});

const { cases } = readOptions('npm run bench:parse [-- --cases DIR]', { cases: { type: 'string' } });
const folder = cases ?? join(import.meta.dirname, '../../shared/eval-data/parse');
if (existsSync(join(folder, 'cases.json'))) {
  const output = await mkdtemp(join(tmpdir(), 'parse-quality-'));
  try {
    await scoreDocuments(output);
    await scorePages(output);
  } finally {
    await rm(output, { recursive: true });
  }
} else {
  console.error(`skipped: NOTHING WAS MEASURED, ${join(folder, 'cases.json')} does not exist. Fix: give --cases DIR.`);
}

async function scoreDocuments(output: string): Promise<void> {
  const cases: Case[] = JSON.parse(await readFile(join(folder, 'cases.json'), 'utf8'));
  const peers: Peers = JSON.parse(await readFile(join(folder, 'peers.json'), 'utf8'));
  const times = new Map<string, number>();
  const scans = cases.filter(({ group }) => group === 'scan');
  if (scans.length > 0 && !hasDocumentAi) {
    console.error(`skipped: ${scans.length} SCANS WERE NOT MEASURED. Fix: run npm run setup:document-ai.`);
  }
  for (const { file, group } of cases) {
    if (group === 'scan' && !hasDocumentAi) continue;
    const bytes = await readFile(join(folder, 'src', file));
    const mediaType = sniffMediaType(bytes, { filename: file, declared: null });
    const input = { bytes, mediaType, charset: null, filename: file, url: null, options: DEFAULT_PARSE_OPTIONS };
    const converted = await timed(input, 'object', group === 'scan' ? 'document_ai' : null);
    if (converted === null) {
      console.log(`not read yet: ${file} (${mediaType})`);
      continue;
    }
    await writeFile(join(output, `${file}.md`), converted.markdown);
    times.set(file, converted.ms);
  }

  const results = join(output, 'scores.json');
  run('score.mjs', output, '--quiet', '--json', results);
  const scored: { cases: (Case & { total: number })[] } = JSON.parse(await readFile(results, 'utf8'));
  const groups = new Map<string, Group>();
  for (const { file, group, total } of scored.cases) {
    const ms = times.get(file);
    if (ms === undefined) continue;
    const row = groups.get(group) ?? { scores: [], times: [], peers: new Map<string, number[]>() };
    groups.set(group, row);
    row.scores.push(total);
    row.times.push(ms);
    for (const [tool, score] of Object.entries(peers[file] ?? {})) {
      if (typeof score === 'object') row.peers.set(tool, [...(row.peers.get(tool) ?? []), score.total ?? 0]);
    }
  }
  const tools = [...new Set([...groups.values()].flatMap((row) => [...row.peers.keys()]))];
  console.table(
    Object.fromEntries(
      [...groups].map(([group, row]) => [
        group,
        {
          files: row.scores.length,
          score: mean(row.scores).toFixed(3),
          ms: mean(row.times).toFixed(1),
          // A tool without a score for every file of the group is not comparable.
          ...Object.fromEntries(
            tools.map((tool) => {
              const theirs = row.peers.get(tool) ?? [];
              return [tool, theirs.length === row.scores.length ? mean(theirs).toFixed(3) : ''];
            }),
          ),
        },
      ]),
    ),
  );
}

async function scorePages(output: string): Promise<void> {
  const names = await readdir(join(folder, 'web/html'));
  const truth: Record<string, { url?: string }> = JSON.parse(
    await readFile(join(folder, 'web/ground-truth.json'), 'utf8'),
  );
  const times: number[] = [];
  for (const name of names) {
    const id = name.replace('.html.gz', '');
    const bytes = gunzipSync(await readFile(join(folder, 'web/html', name)));
    const url = truth[id]?.url ?? null;
    const converted = await timed(
      { bytes, mediaType: 'text/html', charset: null, filename: null, url, options: DEFAULT_PARSE_OPTIONS },
      'url',
    );
    if (converted === null) continue;
    await writeFile(join(output, `${id}.md`), converted.markdown);
    times.push(converted.ms);
  }
  console.log(`main content of ${names.length} pages: ${run('web/score_web.mjs', output).trim()}`);
  console.log(`${mean(times).toFixed(1)} ms per page`);
}

/** The Markdown of the route's first engine and the time of a warm run; `null` when no engine reads the type. */
async function timed(
  input: ParseInput,
  kind: 'url' | 'object',
  scene: Scene | null = null,
): Promise<{ markdown: string; ms: number } | null> {
  const documentAi = { directory: documentAiFolder, threads: 2 };
  const context = { signal: new AbortController().signal, onProgress: () => {}, documentAi };
  try {
    const source = { kind, media_type: input.mediaType };
    const [first] = route({ engine_id: 'auto', scene }, source, CONVERTERS_ALONE).chain;
    if (first === undefined || first.engine_id === 'cloud_document_parser') return null;
    await runEngine(first.engine_id, input, context);
    const began = performance.now();
    const { markdown } = await runEngine(first.engine_id, input, context);
    return { markdown, ms: performance.now() - began };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unsupported_type') return null;
    console.error(`${input.filename ?? input.url}: ${String(error)}`);
    return { markdown: '', ms: 0 };
  }
}

function run(script: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, script), ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${script} failed: ${stderr}`);
  return stdout;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}
