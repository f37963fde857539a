/** Quality and speed on the documents of a sample, by group, beside the stored scores of other tools. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mean } from '../../engines/statistics/bootstrap.ts';
import { ServiceError } from '../../errors/index.ts';
import { sniffMediaType } from '../../platform/media-type/index.ts';
import { convert, hasDocumentAi } from './convert.ts';
import { runScorer } from './sample.ts';
import type { Case, Measures, Peers, Sample } from './sample.ts';

export type ScoredCase = Case & Measures & { readonly ms: number };

/**
 * Converts all documents into `output` and scores them. A document that a job would not convert scores 0, and its error
 * is printed.
 */
export async function scoreDocuments(sample: Sample, output: string): Promise<readonly ScoredCase[]> {
  const scans = sample.cases.filter(({ group }) => group === 'scan');
  if (scans.length > 0 && !hasDocumentAi) {
    console.error(`skipped: ${scans.length} SCANS WERE NOT MEASURED. Fix: run npm run setup:document-ai.`);
  }
  const cases = sample.cases.filter(({ group }) => group !== 'scan' || hasDocumentAi);
  const times = new Map<string, number>();
  for (const { file, group } of cases) {
    const bytes = await readFile(join(sample.folder, 'src', file));
    const mediaType = sniffMediaType(bytes, { filename: file, declared: null });
    const source = { bytes, mediaType, charset: null, filename: file, url: null };
    const converted = await convert(source, 'object', group === 'scan' ? 'document_ai' : null);
    if (converted instanceof ServiceError) {
      console.log(`${group}: ${file} (${mediaType}) ends with ${converted.code}: ${converted.message}`);
      continue;
    }
    await writeFile(join(output, `${file}.md`), converted.markdown);
    times.set(file, converted.ms);
  }
  const results = join(output, 'scores.json');
  runScorer(sample, 'score.mjs', output, '--quiet', '--json', results);
  const scored: { cases: (Case & Measures)[] } = JSON.parse(await readFile(results, 'utf8'));
  const measured = new Set(cases.map(({ file }) => file));
  return scored.cases
    .filter(({ file }) => measured.has(file))
    .map((scoredCase) => ({ ...scoredCase, ms: times.get(scoredCase.file) ?? 0 }));
}

const MEASURES = ['edit', 'f1', 'cell', 'adj', 'head'] as const;

/**
 * A row for each group: means of the measures, time, and the means of the tools that have a score for every file of the
 * group.
 */
export function groupTable(cases: readonly ScoredCase[], peers: Peers): Record<string, Record<string, string>> {
  const scoresOf = Object.values(peers).flatMap((tools) => Object.entries(tools));
  const tools = [...new Set(scoresOf.flatMap(([tool, scores]) => (typeof scores === 'object' ? [tool] : [])))];
  return Object.fromEntries(
    [...Map.groupBy(cases, ({ group }) => group)].map(([group, rows]) => [
      group,
      {
        files: String(rows.length),
        score: meanOf(rows.map(({ total }) => total)),
        ...Object.fromEntries(MEASURES.map((measure) => [measure, meanOf(rows.map((row) => row[measure]))])),
        ms: meanOf(
          rows.map(({ ms }) => ms),
          1,
        ),
        ...Object.fromEntries(tools.map((tool) => [withVersion(tool), toolMean(rows, peers, tool)])),
      },
    ]),
  );
}

/** The release whose scores are stored; of the other tools, the sample has no record. */
const VERSIONS: ReadonlyMap<string, string> = new Map([
  ['docling_rs', '0.20'],
  ['drs', '0.20'],
  ['liteparse', '2.14.7'],
  ['odl', '2.5'],
  ['pdfinspector', '1.25.1'],
]);

const withVersion = (tool: string): string => `${tool} ${VERSIONS.get(tool) ?? '(version unknown)'}`;

function toolMean(rows: readonly ScoredCase[], peers: Peers, tool: string): string {
  const totals = rows.flatMap(({ file }) => {
    const scores = peers[file]?.[tool];
    return typeof scores === 'object' ? [scores.total ?? 0] : [];
  });
  return totals.length === rows.length ? meanOf(totals) : '';
}

function meanOf(values: readonly (number | null)[], digits = 3): string {
  const given = values.filter((value) => value !== null);
  return given.length === 0 ? '' : mean(given).toFixed(digits);
}
