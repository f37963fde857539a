/** The main use case as an API client: upload files, submit one request, follow its jobs, read the Markdown. */
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface DemoOptions {
  readonly apiUrl: string;
  readonly token: string;
  /** Paths of files to upload and parse. */
  readonly files: readonly string[];
  /** URL of a page to parse. */
  readonly pageUrl: string;
  readonly say: (line: string) => void;
}

interface AcceptedJob {
  readonly job_id: string;
  readonly source: string;
  readonly links: { readonly self: string; readonly result: string; readonly temporal_ui: string | null };
}

interface JobStatus {
  readonly state: string;
  readonly progress: { completed: number; total: number | null; unit: string; message: string | null } | null;
  readonly waiting_on: { message: string } | null;
  readonly error: { code: string; message: string } | null;
}

interface ParseResult {
  readonly document: {
    readonly title: string | null;
    readonly markdown: string | null;
    readonly markdown_bytes: number;
  };
}

const POLL_MS = 250;
const PREVIEW_LINES = 12;
const PREVIEW_WIDTH = 110;
const FINAL_STATES = new Set(['succeeded', 'failed', 'cancelled']);

/** Parses all sources as jobs of one request. Returns whether all succeeded; rejects when the API refuses a request. */
export async function runDemo(options: DemoOptions): Promise<boolean> {
  const { say } = options;
  const sources: string[] = [];
  for (const file of options.files) {
    const form = new FormData();
    form.set('file', await openAsBlob(file), basename(file));
    const { locator } = await send<{ locator: string }>(options, 'POST', '/v1/storage/files', form);
    say(`Uploaded ${basename(file)} as ${locator}`);
    sources.push(locator);
  }
  sources.push(options.pageUrl);
  const names = [...options.files.map((file) => basename(file)), options.pageUrl];

  const body = JSON.stringify({ sources });
  const { jobs } = await send<{ jobs: AcceptedJob[] }>(options, 'POST', '/v1/parse/jobs', body);
  say(`Submitted ${jobs.length} jobs with POST /v1/parse/jobs`);
  const states = await Promise.all(jobs.map((job, index) => follow(options, job, names[index] ?? job.source)));

  for (const [index, job] of jobs.entries()) {
    say(`\n── ${names[index] ?? job.source}`);
    if (states[index] === 'succeeded') await preview(options, job);
    say(`   Temporal: ${job.links.temporal_ui ?? 'no Web UI is configured'}`);
  }
  return states.every((state) => state === 'succeeded');
}

/** Reports each change of the job until it ends; returns its final state. */
async function follow(options: DemoOptions, job: AcceptedJob, name: string): Promise<string> {
  for (let before = ''; ; await delay(POLL_MS)) {
    const status = await send<JobStatus>(options, 'GET', job.links.self);
    const line = `${name}: ${describe(status)}`;
    if (line !== before) options.say(line);
    before = line;
    if (FINAL_STATES.has(status.state)) return status.state;
  }
}

function describe({ state, progress, waiting_on, error }: JobStatus): string {
  if (error) return `${state}: ${error.message} (${error.code})`;
  if (waiting_on) return `${state}: ${waiting_on.message}`;
  if (!progress || FINAL_STATES.has(state)) return state;
  const { completed, total, unit, message } = progress;
  return `${state}: ${completed}${total === null ? '' : ` of ${total}`} ${unit}${message === null ? '' : `, ${message}`}`;
}

async function preview(options: DemoOptions, job: AcceptedJob): Promise<void> {
  const { document } = await send<ParseResult>(options, 'GET', job.links.result);
  const lines = (document.markdown ?? '').split('\n').filter((line) => line.trim() !== '');
  options.say(`   ${document.title ?? 'Without a title'}, ${document.markdown_bytes} bytes of Markdown:`);
  for (const line of lines.slice(0, PREVIEW_LINES)) {
    options.say(`   │ ${line.length > PREVIEW_WIDTH ? `${line.slice(0, PREVIEW_WIDTH)} …` : line}`);
  }
  if (lines.length > PREVIEW_LINES) options.say('   │ …');
}

async function send<T>(
  { apiUrl, token }: DemoOptions,
  method: string,
  path: string,
  body?: FormData | string,
): Promise<T> {
  const response = await fetch(new URL(path, apiUrl), {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body === undefined ? {} : { body }),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
