/**
 * What a task asks for, and whether it was done: the first question does not see what was done, the second adds no
 * request.
 */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../../../model-question.ts';
import { asData } from '../../../prompt-data.ts';
import type { Judge } from './judge.ts';
import { questionForEach } from './verdicts.ts';
import { hasWords, instructions, numbered } from './question.ts';
import { quotesOf } from './shown-case.ts';
import type { ShownCase, ShownQuote } from './shown-case.ts';

const MOST_REQUESTS = 15;
const MAX_TOKENS = 1500;

const INSTRUCTIONS = instructions(`You list what a task asks for, so that each can be checked by itself.
The task is in <task>. Give each result that it asks for, and each condition that the result must meet, as one short sentence. Add nothing that the task does not ask for. Give at most ${MOST_REQUESTS}, and an empty list if it asks for nothing.`);

const SCHEMA = closed({ requests: Type.Array(Type.String()) });

/** At most {@link MOST_REQUESTS}. */
export async function requestsOf(judge: Judge, task: string): Promise<string[]> {
  const data = asData('task', task);
  const question = { name: 'requests', instructions: INSTRUCTIONS, data, schema: SCHEMA, maxTokens: MAX_TOKENS };
  const { requests } = await judge.ask(question);
  return requests.filter(hasWords).slice(0, MOST_REQUESTS);
}

const VERDICT = closed({
  quote: Type.Union([Type.String(), Type.Null()]),
  reason: Type.String(),
  verdict: Type.Enum(['done', 'partly', 'not_done'], { type: 'string' }),
});

const askAboutRequests = questionForEach({
  name: 'task_completion',
  verdict: VERDICT,
  maxTokens: 200,
  instructions: instructions(`You judge whether an agent did what it was asked for.
The requests are in <request number="…">, its calls of tools in <call>, its answer in <answer>, or its turns of a conversation in <turn>. The member verdict_1 is about request 1, and so on.

For each request:
- quote: the part of the answer, of a turn or of a call that does most for it, copied character by character, without omissions; null if there is none.
- reason: one short sentence.
- verdict: "done", "partly" or "not_done". What the answer only announces, or says to have done without a call or a result that shows it, is not done.`),
});

/** What a verdict counts. */
export const DONE = { done: 1, partly: 0.5, not_done: 0 } as const;

interface Outcome {
  readonly verdict: Static<typeof VERDICT>['verdict'];
  readonly reason: string;
  readonly quote: ShownQuote | null;
}

export interface CheckedRequest extends Outcome {
  readonly text: string;
}

/**
 * The requests with a verdict on each. A request for which nothing can be quoted is not done. `parts` are what was
 * done, in one part or several: for each request the one counts that does most for it.
 */
export async function checkRequests(
  judge: Judge,
  requests: readonly string[],
  parts: readonly ShownCase[],
): Promise<readonly CheckedRequest[]> {
  const things = requests.map((text) => ({ text }));
  const checked = new Map<(typeof things)[number], Outcome>();
  for (const { data, texts } of parts) {
    const find = quotesOf(texts);
    const open = things.filter((thing) => checked.get(thing)?.verdict !== 'done');
    for (let from = 0; from < open.length; from += MOST_REQUESTS) {
      const some = open.slice(from, from + MOST_REQUESTS);
      const verdicts = await askAboutRequests(judge, some, [...numbered('request', some), data].join('\n'));
      for (const [thing, { verdict, reason, quote: quoted }] of verdicts) {
        const quote = verdict === 'not_done' ? null : find(quoted);
        const outcome: Outcome = { verdict: quote === null ? 'not_done' : verdict, reason, quote };
        const before = checked.get(thing);
        if (!before || DONE[outcome.verdict] > DONE[before.verdict]) checked.set(thing, outcome);
      }
    }
  }
  return things.map((thing) => ({ ...thing, ...(checked.get(thing) ?? NOTHING) }));
}

const NOTHING: Outcome = { verdict: 'not_done', reason: '', quote: null };
