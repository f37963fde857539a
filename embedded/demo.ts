/** The main use case as an API client: upload files, submit one request, follow its jobs, read the Markdown. */
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { follow, send } from './demo-client.ts';
import type { AcceptedJob, DemoClient } from './demo-client.ts';

export interface DemoOptions extends DemoClient {
  /** Paths of files to upload and parse. */
  readonly files: readonly string[];
  /** URL of a page to parse. */
  readonly pageUrl: string;
}

interface ParseJob extends AcceptedJob {
  readonly source: string;
}

interface ParseResult {
  readonly document: {
    readonly document_id: string;
    readonly title: string | null;
    readonly markdown: string | null;
    readonly markdown_bytes: number;
  };
}

const PREVIEW_LINES = 12;
const PREVIEW_WIDTH = 110;

/**
 * Parses all sources as jobs of one request. Returns the identifiers of their documents, or `null` unless all
 * succeeded; rejects when the API refuses a request.
 */
export async function runDemo(options: DemoOptions): Promise<readonly string[] | null> {
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

  const { jobs } = await send<{ jobs: ParseJob[] }>(options, 'POST', '/v1/parse/jobs', { sources });
  say(`Submitted ${jobs.length} jobs with POST /v1/parse/jobs`);
  const states = await Promise.all(jobs.map((job, index) => follow(options, job, names[index] ?? job.source)));

  const documentIds: string[] = [];
  for (const [index, job] of jobs.entries()) {
    say(`\n── ${names[index] ?? job.source}`);
    if (states[index] === 'succeeded') documentIds.push(await preview(options, job));
    say(`   Temporal: ${job.links.temporal_ui ?? 'no Web UI is configured'}`);
  }
  return documentIds.length === jobs.length ? documentIds : null;
}

/** Prints the beginning of a document; returns its identifier. */
async function preview(options: DemoOptions, job: AcceptedJob): Promise<string> {
  const { document } = await send<ParseResult>(options, 'GET', job.links.result);
  const lines = (document.markdown ?? '').split('\n').filter((line) => line.trim() !== '');
  options.say(`   ${document.title ?? 'Without a title'}, ${document.markdown_bytes} bytes of Markdown:`);
  for (const line of lines.slice(0, PREVIEW_LINES)) {
    options.say(`   │ ${line.length > PREVIEW_WIDTH ? `${line.slice(0, PREVIEW_WIDTH)} …` : line}`);
  }
  if (lines.length > PREVIEW_LINES) options.say('   │ …');
  return document.document_id;
}
