import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runDemo } from '../../embedded/demo.ts';
import { listenOnLoopback } from '../support/servers/loopback-server.ts';

const PAGE = 'http://127.0.0.1:1/article.html';

/**
 * An API whose jobs are running when first looked at, and end as `states` says for each source. Reads of `busy` are
 * answered 503 once.
 */
async function startApi(t: TestContext, states: Record<string, string>, busy: Set<string>) {
  const looks = new Map<string, number>();
  const seen: string[] = [];
  const server = createServer((request, response) => {
    if (busy.delete(request.url ?? '')) {
      response.writeHead(503, { 'Retry-After': '1' }).end();
      return;
    }
    answer(request).then(
      (body) => response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const path = request.url ?? '';
    assert.equal(request.headers.authorization, 'Bearer token');
    const body = await text(request);
    if (path === '/v1/storage/files') {
      const [, filename = ''] = /name="file"; filename="([^"]+)"/.exec(body) ?? [];
      return { locator: `service://objects/obj_${filename}` };
    }
    if (path === '/v1/parse/jobs') {
      seen.push(body);
      const { sources } = JSON.parse(body) as { sources: string[] };
      return {
        jobs: sources.map((source, index) => ({
          job_id: `job_${index}`,
          source,
          links: { self: `/jobs/${index}`, result: `/results/${index}`, temporal_ui: `http://ui/job_${index}` },
        })),
      };
    }
    if (path.startsWith('/results/')) {
      const document_id = path.replace('/results/', 'doc_');
      return { document: { document_id, title: 'A title', markdown: '# A title\n\nA line.', markdown_bytes: 18 } };
    }
    const isFirst = !looks.has(path);
    looks.set(path, 1);
    const progress = { completed: 1, total: 2, unit: 'pages', message: null };
    if (isFirst) return { state: 'running', progress, waiting_on: null, error: null };
    const state = states[path] ?? 'succeeded';
    const error = state === 'failed' ? { code: 'encrypted', message: 'It has a password.' } : null;
    return { state, progress, waiting_on: null, error };
  };
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${await listenOnLoopback(server)}`, seen };
}

async function run(t: TestContext, states: Record<string, string>, busy: readonly string[] = []) {
  const { url, seen } = await startApi(t, states, new Set(busy));
  const lines: string[] = [];
  const documentIds = await runDemo({
    apiUrl: url,
    token: 'token',
    files: ['report.pdf', 'minutes.docx'].map((name) =>
      fileURLToPath(new URL(`../../examples/${name}`, import.meta.url)),
    ),
    pageUrl: PAGE,
    say: (line) => lines.push(line),
  });
  return { documentIds, seen, output: lines.join('\n') };
}

test('the demo uploads the files, submits one request, follows its jobs and shows their Markdown', async (t) => {
  const { documentIds, seen, output } = await run(t, {});
  assert.deepEqual(documentIds, ['doc_0', 'doc_1', 'doc_2']);
  assert.deepEqual(seen, [
    JSON.stringify({ sources: ['service://objects/obj_report.pdf', 'service://objects/obj_minutes.docx', PAGE] }),
  ]);
  assert.match(output, /^report\.pdf: running: 1 of 2 pages$/m);
  assert.match(output, /^minutes\.docx: succeeded$/m);
  assert.equal(output.match(/│ # A title/g)?.length, 3);
  assert.match(output, /http:\/\/ui\/job_2/);
});

test('one job that fails fails the demo, with its reason', async (t) => {
  const { documentIds, output } = await run(t, { '/jobs/1': 'failed' });
  assert.equal(documentIds, null);
  assert.match(output, /^minutes\.docx: failed: It has a password\. \(encrypted\)$/m);
  assert.equal(output.match(/│ # A title/g)?.length, 2);
});

test('a read that is answered 503 is repeated after Retry-After; a start is not', async (t) => {
  const { documentIds } = await run(t, {}, ['/jobs/0', '/results/0']);
  assert.deepEqual(documentIds, ['doc_0', 'doc_1', 'doc_2']);
  await assert.rejects(run(t, {}, ['/v1/parse/jobs']), /^Error: POST \/v1\/parse\/jobs returned 503/);
});
