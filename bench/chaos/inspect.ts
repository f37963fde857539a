/** Observes an ended job through the API. */
import { createHash } from 'node:crypto';
import type { PatientClient } from './patient-client.ts';

export interface Seen {
  readonly state: string;
  readonly errorCode: string | null;
  readonly wasStarted: boolean;
  readonly events: readonly {
    readonly sequence: number;
    readonly type: string;
    readonly data: Record<string, unknown>;
  }[];
  /** Hash of its Markdown; `null` without a result. */
  readonly sha256: string | null;
  /** Number of documents of a crawl's pages. */
  readonly pages: number;
}

interface Status {
  readonly state: string;
  readonly started_at: string | null;
  readonly error: { readonly code: string } | null;
}

interface Result {
  readonly document: { readonly markdown_url: string };
  readonly pages: readonly object[];
}

/** `null` after an unexpected response, which the client has recorded. */
export async function inspect(client: PatientClient, jobId: string): Promise<Seen | null> {
  const status = await client.send<Status>([200], 'GET', `/v1/jobs/${jobId}`);
  const events = await client.send<Seen['events'][number][]>([200], 'GET', `/v1/jobs/${jobId}/events?limit=500`);
  if (status === null || events === null) return null;
  const { state, started_at, error } = status.body;
  const seen = {
    state,
    errorCode: error?.code ?? null,
    wasStarted: started_at !== null,
    events: events.body.toReversed(),
  };
  if (state !== 'succeeded') return { ...seen, sha256: null, pages: 0 };
  const result = await client.send<Result>([200], 'GET', `/v1/parse/jobs/${jobId}/result`);
  if (result === null) return null;
  const answer = await fetch(result.body.document.markdown_url);
  if (!answer.ok) return { ...seen, sha256: `unreadable: ${answer.status}`, pages: 0 };
  return { ...seen, sha256: checksum(await answer.text()), pages: result.body.pages.length };
}

/** A crawl lists its pages in the order of discovery, which varies. */
function checksum(markdown: string): string {
  return createHash('sha256').update(markdown.split('\n').sort().join('\n')).digest('hex');
}
