/**
 * `npm run bench:parse-corpus -- --files DIR [--extractor 'pdftotext FILE -' --extractor 'pdf2txt.py FILE']`: odd
 * files, for example the test documents of other projects, as jobs of the service: how they end, and how many words of
 * PDFs are kept.
 *
 * Each extractor is a command that prints the text of the PDF named instead of FILE. The truth for a PDF are the words
 * that all of them print, so two extractors with different faults make a good truth. Exits with 1 when a file ends by a
 * failure of the service.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mean } from '../engines/statistics/bootstrap.ts';
import { DEFAULT_PROFILES } from '../domain/workers.ts';
import { readOptions } from '../platform/command-line.ts';
import { documentAiDirectory, isDocumentAiSetUp } from '../domain/parse/document-ai.ts';
import type { ApiClient } from './support/client.ts';
import { OWN_FAULTS, parseAll, printEnds, storeFiles } from './hostile/ends.ts';
import { startService } from './hostile/service.ts';
import { wordRecall } from './parse/word-recall.ts';
import { onStack } from './support/run.ts';

/** For all files together. */
const ENDED_WITHIN_MS = 20 * 60_000;
/** PDFs shown, those that lost the most first. */
const SHOWN = 25;

const USAGE = 'npm run bench:parse-corpus -- --files DIR [--extractor COMMAND…]';
const { files: folder, extractor: extractors = [] } = readOptions(USAGE, {
  files: { type: 'string' },
  extractor: { type: 'string', multiple: true },
});
if (folder === undefined) throw new Error(`--files is missing. Usage: ${USAGE}`);
const names = (await readdir(folder)).sort();

const models = documentAiDirectory(process.env);
if (!isDocumentAiSetUp(models)) throw new Error('Scans need document AI. Fix: run npm run setup:document-ai.');
const settings = { WORKER_PROFILES: [...DEFAULT_PROFILES, 'document-ai'].join(','), DOCUMENT_AI_DIR: models };

await onStack(async (stack) => {
  const service = await startService(stack, 'bench-parse-corpus', settings);
  try {
    const client = await service.client('corpus');
    const files = await Promise.all(names.map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })));
    const locators = await storeFiles(client, files);
    // Running heads are left out on request; here their words are to be counted.
    const ended = await parseAll(client, locators, Date.now() + ENDED_WITHIN_MS, { headers: 'keep' });
    printEnds(ended);
    if (ended.some(({ end }) => OWN_FAULTS.has(end))) process.exitCode = 1;
    if (extractors.length === 0) return;

    const rows = [];
    for (const { name, jobId, end } of ended) {
      if (end !== 'succeeded' || !name.toLowerCase().endsWith('.pdf')) continue;
      const recall = wordRecall(await markdownOf(client, jobId), join(folder, name), extractors);
      if (recall.agreed > 0) rows.push({ name, ...recall });
    }
    const share = (of: readonly { readonly kept: number; readonly agreed: number }[]): string => {
      const [kept, agreed] = [of.reduce((sum, row) => sum + row.kept, 0), of.reduce((sum, row) => sum + row.agreed, 0)];
      return (kept / Math.max(1, agreed)).toFixed(3);
    };
    const ofPdfs = mean(rows.map(({ kept, agreed }) => kept / agreed));
    console.log(
      `words of ${rows.length} PDFs on which the extractors agree: ${share(rows)} kept, ${ofPdfs.toFixed(3)} ` +
        'as the mean of PDFs',
    );
    rows.sort((a, b) => a.kept / a.agreed - b.kept / b.agreed);
    console.table(
      Object.fromEntries(
        rows
          .slice(0, SHOWN)
          .map(({ name, agreed, lost, ...row }) => [
            name,
            { kept: (row.kept / agreed).toFixed(3), words: agreed, lost: lost.slice(0, 8).join(' ') },
          ]),
      ),
    );
  } finally {
    await service.stop();
  }
});

async function markdownOf(client: ApiClient, jobId: string): Promise<string> {
  const { document } = await client.get<{ document: { markdown: string | null; markdown_url: string } }>(
    `/v1/parse/jobs/${jobId}/result`,
  );
  return document.markdown ?? (await (await fetch(document.markdown_url)).text());
}
