/** What must hold of a job whose processes were killed while its long document was converted. */
import assert from 'node:assert/strict';
import type { Client } from './client.ts';
import { makeLongPdf } from '../documents/pdf.ts';
import type { Page, PageServer } from '../servers/page-server.ts';

const PAGES = 1200;
const bytes = makeLongPdf(PAGES);

/** Takes a converter several seconds. */
export const longDocument: Page = (_request, response) => {
  response.setHeader('Content-Type', 'application/pdf').end(bytes);
};

/** How often documents were fetched: once, unless a busy machine kept a step from its heartbeats. */
export function fetches({ requests }: PageServer): number {
  return [...requests.values()].reduce((sum, count) => sum + count, 0);
}

/**
 * Fails unless the job succeeded, once: no fetch after the `fetched` ones before the kill, one end, events without gaps,
 * and the whole document.
 */
export async function assertDoneOnce(client: Client, jobId: string, pages: PageServer, fetched: number): Promise<void> {
  await client.waitFor(jobId, 'succeeded');
  const events = await client.events(jobId);
  const types = events.map(({ type }) => type);
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_event, index) => index + 1),
  );
  for (const type of ['job.queued', 'job.started', 'job.succeeded']) {
    assert.equal(types.filter((other) => other === type).length, 1, `${type} in ${types.join()}`);
  }
  assert.equal(types.at(-1), 'job.succeeded');
  assert.equal(fetches(pages), fetched, `the finished fetch is kept: ${JSON.stringify(events)}`);

  const { document, attempts } = await client.result(jobId);
  assert.equal(document.page_count, PAGES);
  assert.equal(attempts.length, 1);
  const markdown = await (await fetch(document.markdown_url)).text();
  assert.equal(markdown.match(/^#+ Chapter \d+$/gm)?.length, PAGES);
  assert.equal(Buffer.byteLength(markdown), document.markdown_bytes);
}
