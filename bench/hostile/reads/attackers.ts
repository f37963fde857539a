/**
 * The process of the greedy tenant, so that what reading its answers costs does not delay the neighbour's probes.
 * Argument: an {@link Order} as JSON; output: a {@link Spoils}.
 */
import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { Random } from '../../../test/support/random.ts';
import { AT_ONCE, LASTING } from './attacks.ts';
import type { Ask, Attack } from './attacks.ts';
import { makeTexts } from './corpus.ts';
import type { Order, Spoils } from './order.ts';

/** A refused lane waits this long. So does one whose request failed, while the API may be restarting. */
const PAUSE_MS = 250;
/** A later answer counts as none. */
const ANSWER_WITHIN_MS = 60_000;
/** By these the service says that somebody asks for too much. */
const REFUSALS: ReadonlySet<string | null> = new Set(['rate_limited', 'too_much_at_once', 'overloaded']);

type End = { readonly kind: 'answered' | 'refused' | 'failed'; readonly name: string };

const order: Order = JSON.parse(process.argv[2] ?? '');
const prey = { datasetId: order.datasetId, texts: makeTexts(order.seed) };
const random = new Random(order.seed, order.attacks.join());
const dispatcher = new Agent({ connections: 1000, headersTimeout: 0, bodyTimeout: 0 });
const spoils: Spoils = { answered: 0, refused: {}, failed: {} };
const deadline = Date.now() + order.seconds * 1000;
const attacks = [...LASTING, AT_ONCE].filter(({ name }) => order.attacks.includes(name));
await Promise.all(attacks.flatMap((attack) => Array.from({ length: attack.lanes }, () => runLane(attack))));
console.log(JSON.stringify(spoils));
await dispatcher.destroy();

async function runLane({ ask, isOnce }: Attack): Promise<void> {
  const until = isOnce ? 0 : deadline;
  do {
    const { kind, name } = await send(ask(prey, random));
    if (kind === 'answered') spoils.answered++;
    else {
      spoils[kind][name] = (spoils[kind][name] ?? 0) + 1;
      if (!isOnce) await delay(PAUSE_MS);
    }
  } while (Date.now() < until);
}

async function send({ path, body }: Ask): Promise<End> {
  try {
    const answer = await request(`${order.url}${path}`, {
      method: body === null ? 'GET' : 'POST',
      body,
      dispatcher,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      headers: {
        authorization: `Bearer ${order.token}`,
        ...(body !== null && { 'content-type': 'application/json' }),
      },
    });
    if (answer.statusCode === 200) {
      await finished(answer.body.resume());
      return { kind: 'answered', name: '' };
    }
    const code = codeOf(await answer.body.text());
    if (code !== null && REFUSALS.has(code)) return { kind: 'refused', name: code };
    return { kind: 'failed', name: `${answer.statusCode} ${code ?? 'without a code'}` };
  } catch (error) {
    return { kind: 'failed', name: faultOf(error) };
  }
}

/** The code of a problem; `null` if the text is none. */
function codeOf(text: string): string | null {
  try {
    const { code }: { code?: unknown } = JSON.parse(text);
    return typeof code === 'string' ? code : null;
  } catch {
    return null;
  }
}

function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${ANSWER_WITHIN_MS / 1000} s`;
  return 'code' in error ? String(error.code) : error.message;
}
