/** A server on loopback that speaks the asynchronous API of docling-serve. */
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { serveOnLoopback } from './loopback.ts';

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface DoclingServer {
  readonly url: string;
  /** `METHOD path` of each request, and the forms that were sent. */
  readonly requests: readonly string[];
  readonly forms: readonly string[];
}

/** Answers each step of the protocol with the next of its answers, the last again and again. */
export async function serveDocling(script: {
  readonly submit: readonly Answer[];
  readonly poll: readonly Answer[];
  readonly result: readonly Answer[];
}): Promise<DoclingServer> {
  const requests: string[] = [];
  const forms: string[] = [];
  const counts = { submit: 0, poll: 0, result: 0 };
  const answerTo = (step: keyof typeof counts): Answer => {
    const answers = script[step];
    const answer = answers[Math.min(counts[step]++, answers.length - 1)];
    if (answer === undefined) throw new Error(`The script has no answer for ${step}.`);
    return answer;
  };
  const stepOf = ({ method, url = '' }: IncomingMessage): keyof typeof counts => {
    if (method === 'POST' && url === '/v1/convert/file/async') return 'submit';
    return url.startsWith('/v1/status/poll/') ? 'poll' : 'result';
  };
  const origin = await serveOnLoopback((request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    void text(request).then((body) => {
      const step = stepOf(request);
      if (step === 'submit') forms.push(body);
      const answer = answerTo(step);
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    });
  });
  return { url: origin, requests, forms };
}
