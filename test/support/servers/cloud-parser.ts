/**
 * A server on loopback that speaks the part of LlamaParse's API v2 that the service uses, as its public reference has
 * it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveOnLoopback } from './loopback.ts';

export const CLOUD_KEY = 'llx-test-key';

export interface RemotePage {
  readonly page_number: number;
  readonly markdown?: string;
  readonly success: boolean;
  readonly error?: string;
}

/** A job at the server, which tests may change. */
export interface RemoteJob {
  readonly id: string;
  status: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
  error_message: string | null;
  pages: readonly RemotePage[];
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly filename: string;
  readonly bytes: number;
}

/** What a request is for. */
export type CallKind = 'upload' | 'list' | 'status' | 'result' | 'cancel';

/** Answers in place of the server and returns `true`, or leaves the request to it. */
export type Interceptor = (kind: CallKind, response: ServerResponse) => boolean;

export interface CloudParser {
  readonly url: string;
  readonly jobs: RemoteJob[];
  /** Kinds of the calls that came, in their order. */
  readonly calls: CallKind[];
  /** What becomes of the jobs that come next. */
  next: Pick<RemoteJob, 'status' | 'error_message' | 'pages'>;
  intercept: Interceptor;
  /** Awaited between the start of a job and the response that reports it. */
  beforeTelling: () => Promise<void>;
}

/** Pages that can be read. */
export function remotePages(...markdown: readonly string[]): RemotePage[] {
  return markdown.map((text, index) => ({ page_number: index + 1, markdown: text, success: true }));
}

/** What becomes of a job that nothing hinders. */
export const done = (...markdown: readonly string[]): CloudParser['next'] => ({
  status: 'COMPLETED',
  error_message: null,
  pages: remotePages(...markdown),
});

/** Serves until the tests of the file have ended. */
export async function serveCloudParser(): Promise<CloudParser> {
  const parser = {
    url: '',
    jobs: new Array<RemoteJob>(),
    calls: new Array<CallKind>(),
    next: done('# Remote'),
    intercept: (() => false) as Interceptor,
    beforeTelling: async () => {},
  } satisfies CloudParser;
  parser.url = await serveOnLoopback((request, response) => {
    answer(parser, request, response).catch(() => response.destroy());
  });
  return parser;
}

async function answer(parser: CloudParser, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://x');
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const json = (status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const [, id = '', verb = ''] = /^\/api\/v2\/parse(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(url.pathname) ?? [];
  const kind = kindOf(request.method ?? '', id, verb, url.searchParams.has('expand'));
  if (kind === null) return json(404, { detail: 'Not Found' });
  parser.calls.push(kind);
  if (parser.intercept(kind, response)) return;
  if (request.headers.authorization !== `Bearer ${CLOUD_KEY}`) return json(401, { detail: 'Invalid API Key' });

  if (kind === 'upload') {
    const form = await new Response(Buffer.concat(chunks), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData();
    const [file, configuration] = [form.get('file'), form.get('configuration')];
    if (!(file instanceof File) || typeof configuration !== 'string') return json(422, { detail: [] });
    const job: RemoteJob = {
      id: `pjb-${parser.jobs.length + 1}`,
      ...parser.next,
      configuration: JSON.parse(configuration),
      filename: file.name,
      bytes: file.size,
    };
    parser.jobs.push(job);
    await parser.beforeTelling();
    return json(200, shown(job, 'PENDING'));
  }
  if (kind === 'list') {
    return json(200, { items: parser.jobs.toReversed().map((job) => shown(job)), next_page_token: null });
  }
  const job = parser.jobs.find((known) => known.id === id);
  if (!job) return json(404, { detail: 'Job not found' });
  if (kind === 'cancel') {
    job.status = 'CANCELLED';
    return json(200, shown(job));
  }
  const { max_pages = Number.POSITIVE_INFINITY } = job.configuration['page_ranges'] as { max_pages?: number };
  const markdown = { pages: job.pages.slice(0, max_pages) };
  return json(200, { job: shown(job), ...(kind === 'result' && { markdown }) });
}

function kindOf(method: string, id: string, verb: string, isExpanded: boolean): CallKind | null {
  if (method === 'POST') {
    if (id === 'upload' && verb === '') return 'upload';
    return verb === 'cancel' ? 'cancel' : null;
  }
  if (method !== 'GET' || verb !== '') return null;
  if (id === '') return 'list';
  return isExpanded ? 'result' : 'status';
}

function shown({ id, status, error_message, configuration }: RemoteJob, as: RemoteJob['status'] = status) {
  const { tier, user_metadata } = configuration;
  return { id, project_id: 'prj', status: as, error_message, tier, user_metadata, created_at: '2026-01-01T00:00:00Z' };
}
