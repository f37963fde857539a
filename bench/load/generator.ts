/**
 * The load generator process: an open loop that sends requests on an absolute schedule, to the service or directly to
 * Temporal, and measures each latency from the request's scheduled time. Argument: a {@link Load} as JSON; output: a
 * {@link Sent}.
 */
import { Agent, request } from 'undici';
import { newId } from '../../domain/ids.ts';
import { quantiles } from '../support/measure.ts';
import { connectBare } from './bare.ts';
import type { BareStart } from './bare.ts';

export interface Load {
  readonly perSecond: number;
  readonly seconds: number;
  readonly target:
    | { readonly kind: 'service'; readonly url: string; readonly token: string; readonly body: string }
    | { readonly kind: 'temporal'; readonly start: BareStart };
}

export interface Sent {
  readonly count: number;
  readonly errors: readonly string[];
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** From the first request to the last response. */
  readonly seconds: number;
}

const TICK_MS = 2;
const MOST_ERRORS = 5;

const load = JSON.parse(process.argv[2] ?? '') as Load;
const { send, close } = await open(load.target);
// Warm-up: opens connections and lets V8 compile the code.
await Promise.all(Array.from({ length: 8 }, send));
console.log(JSON.stringify(await generate(load, send)));
await close();

async function open({ ...target }: Load['target']): Promise<{ send: () => Promise<void>; close: () => Promise<void> }> {
  if (target.kind === 'temporal') {
    const client = await connectBare(target.start);
    return { send: () => client.start(newId('job')), close: () => client.close() };
  }
  const { url, token, body } = target;
  const dispatcher = new Agent({ connections: 128 });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    send: async () => {
      const answer = await request(`${url}/v1/parse/jobs`, { method: 'POST', dispatcher, headers, body });
      const text = await answer.body.text();
      if (answer.statusCode !== 202) throw new Error(`${answer.statusCode} ${text}`);
    },
    close: () => dispatcher.close(),
  };
}

async function generate({ perSecond, seconds }: Load, send: () => Promise<void>): Promise<Sent> {
  const count = Math.round(perSecond * seconds);
  const began = performance.now();
  const times: number[] = [];
  const errors: string[] = [];
  const sent: Promise<void>[] = [];
  const { promise: allSent, resolve } = Promise.withResolvers<void>();
  const timer = setInterval(() => {
    const now = performance.now() - began;
    for (; sent.length < count && (sent.length / perSecond) * 1000 <= now;) {
      const due = began + (sent.length / perSecond) * 1000;
      sent.push(
        send().then(
          () => void times.push(performance.now() - due),
          (error: unknown) => void errors.push(String(error)),
        ),
      );
    }
    if (sent.length === count) resolve();
  }, TICK_MS);
  await allSent;
  clearInterval(timer);
  await Promise.all(sent);
  return {
    count,
    errors: errors.slice(0, MOST_ERRORS),
    seconds: (performance.now() - began) / 1000,
    ...quantiles(times),
  };
}
