/** A receiver of webhooks on loopback that keeps what it is sent. */
import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { JobWebhookPayload } from '../../../domain/webhook/model.ts';
import { until } from '../until.ts';
import { serveOnLoopback } from './loopback.ts';

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Of the event of a job. */
  readonly payload: JobWebhookPayload;
}

export interface Receiver {
  url(path: string): string;
  /** What came to a path so far. */
  received(path: string): readonly Received[];
  /** Waits until this many requests have reached the path. */
  waitFor(path: string, count: number): Promise<readonly Received[]>;
}

/** Answers each request to a path by its function, given how many came before; 204 where there is none. */
export async function openReceiver(
  answers: Readonly<Record<string, (response: ServerResponse, earlier: number) => void>>,
): Promise<Receiver> {
  const received: Received[] = [];
  const at = (path: string): Received[] => received.filter((request) => request.path === path);
  const origin = await serveOnLoopback((request, response) => {
    const path = request.url?.slice(1) ?? '';
    void text(request).then((body) => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const earlier = at(path).length;
      received.push({ path, headers, body, payload: JSON.parse(body) as JobWebhookPayload });
      const answer = answers[path];
      if (answer) answer(response, earlier);
      else response.writeHead(204).end();
    });
  });
  return {
    url: (path) => `${origin}/${path}`,
    received: at,
    waitFor: (path, count) =>
      until(`${count} requests to /${path}`, () => Promise.resolve(at(path).length >= count ? at(path) : undefined)),
  };
}
