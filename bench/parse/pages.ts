/** Main content of the web pages of a sample, and the time a page takes. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ServiceError } from '../../errors/index.ts';
import { convert } from './convert.ts';
import { runScorer } from './sample.ts';
import type { Sample } from './sample.ts';

/**
 * Reads all pages into `output` and prints what the scorer of the sample says, by kind of page where it knows kinds.
 */
export async function scorePages(sample: Sample, output: string): Promise<void> {
  const times: number[] = [];
  for (const { id, url } of sample.pages) {
    const bytes = gunzipSync(await readFile(join(sample.folder, 'web/html', `${id}.html.gz`)));
    const converted = await convert({ bytes, mediaType: 'text/html', charset: null, filename: null, url }, 'url');
    if (converted instanceof ServiceError) {
      console.log(`web: ${url} ends with ${converted.code}: ${converted.message}`);
      continue;
    }
    await writeFile(join(output, `${id}.md`), converted.markdown);
    times.push(converted.ms);
  }
  console.log(runScorer(sample, 'web/score_web.mjs', output).trim());
  const sum = times.reduce((total, ms) => total + ms, 0);
  console.log(
    `${(sum / Math.max(1, times.length)).toFixed(1)} ms a page, ${times.length} of ${sample.pages.length} read`,
  );
}
