/** Why a synthesis has fewer items than were asked for, and what a client can do about it. */
import { meaningsOf } from '../../engines/synthesis/items/index.ts';
import type { FoundFacts, SynthesisResult } from './results.ts';

export type ShortfallReason = NonNullable<SynthesisResult['stopped_by']> | 'failed' | 'cancelled' | 'rejected';

export interface Shortfall {
  readonly missing: number;
  readonly reasons: readonly ShortfallReason[];
  /** In words: what was scarce, and how to get more. */
  readonly message: string;
  /** What rules read questions from; `null` for other items. */
  readonly facts: FoundFacts | null;
  /** What the model did with the tasks that gave nothing; `null` where rules made the items. */
  readonly model: {
    /** Tasks that it declined. */
    readonly refused: number;
    /** Outputs that did not have the form that was asked for. */
    readonly invalid: number;
  } | null;
}

export interface ShortRun extends Pick<SynthesisResult, 'engine_id' | 'asked' | 'accepted' | 'rejected'> {
  /** Name of the model that made the items; `null`: rules did; absent: that is not known. */
  readonly generator?: string | null;
  readonly facts?: FoundFacts | null;
}

/** `null`: nothing is missing. `stopped`: what ended the job. */
export function shortfallOf(run: ShortRun, stopped: Exclude<ShortfallReason, 'rejected'> | null): Shortfall | null {
  const { asked, accepted, rejected, generator = null, facts = null } = run;
  if (accepted >= asked) return null;
  const rejections = Object.entries(rejected).toSorted(([, a], [, b]) => b - a);
  const said = stopped === null ? [] : [causeOf(run, stopped)];
  const [most] = rejections;
  return {
    missing: asked - accepted,
    reasons: [...(stopped ? [stopped] : []), ...(most ? ['rejected' as const] : [])],
    message: [...said, ...(most ? [rejectedMost(...most, rejections)] : [])].join(' '),
    facts,
    model: generator === null ? null : { refused: rejected['refused'] ?? 0, invalid: rejected['output'] ?? 0 },
  };
}

function rejectedMost(reason: string, found: number, all: readonly (readonly [string, number])[]): string {
  const whole = all.reduce((sum, [, count]) => sum + count, 0);
  const { [reason]: meaning = '' } = meaningsOf([reason]);
  return (
    `${counted(whole, 'item was', 'items were')} made and rejected, ${found === whole ? 'all' : found} as ` +
    `${reason}: ${meaning}`
  );
}

function causeOf(run: ShortRun, stopped: Exclude<ShortfallReason, 'rejected'>): string {
  switch (stopped) {
    case 'max_cost_usd':
    case 'max_tokens':
      return `The next call of the model would have exceeded ${stopped}. Raise the limit, or ask for fewer items.`;
    case 'failed':
      return 'The job failed before it had all items. Its status has the error.';
    case 'cancelled':
      return 'The job was cancelled before it had all items.';
    case 'rounds':
      return (run.generator ?? null) === null
        ? 'Most of what was made was rejected, so no more was tried. Use other sources, or ask for fewer items.'
        : 'Nothing was accepted in three rounds of the model in a row, so it was not asked again. Use other ' +
            'sources or a stronger model.';
    case 'exhausted':
      return exhausted(run);
  }
}

function exhausted({ engine_id, generator = null, facts = null }: ShortRun): string {
  if (generator !== null) return BY_MODEL[engine_id] ?? FROM_TEXTS;
  if (engine_id === 'schema_rows') {
    return (
      'No other rows keep the schema, the constraints and what must be unique. Widen what a column may hold, or ' +
      'ask for fewer rows.'
    );
  }
  if (engine_id === 'perturb') {
    return (
      'All alterations of the texts that differ were made. Give more texts, name more perturbations, or raise ' +
      'strength.'
    );
  }
  return facts === null ? FROM_TEXTS : fewFacts(facts);
}

const FROM_TEXTS = 'The texts give no more. Give more texts, or ask for fewer items.';

/** What a model makes items from, beside texts. */
const BY_MODEL: Readonly<Record<string, string>> = {
  tool_calls:
    'The model was asked for cases of every tool in all situations. Define more tools, or ask for fewer cases.',
  conversation:
    'The model was asked for every persona and passage in turn. Give more personas or texts, or ask for fewer ' +
    'conversations.',
  evolve:
    'Every instruction was evolved as often as gives something new. Give more instructions, raise depth, or ' +
    'ask for fewer.',
};

const EXAMPLE = '"Carrow Mill was built in 1783."';

function fewFacts({ facts, passages, passages_with_facts, passages_in_other_languages: other }: FoundFacts): string {
  const read = counted(passages, 'passage', 'passages');
  if (other === passages) {
    return `None of the ${read} is in English, the only language that rules read. Use a model of the role generate.`;
  }
  const unread =
    other === 0 ? '' : ` ${counted(other, 'passage is', 'passages are')} not in English, which rules cannot read.`;
  if (facts === 0) {
    return (
      `No sentence of the ${read} states a fact by the rules, as ${EXAMPLE} does.${unread} Give more texts, or ` +
      'use a model of the role generate.'
    );
  }
  return (
    `Rules found ${counted(facts, 'fact', 'facts')} in ${passages_with_facts} of ${read}, and asked all ` +
    `questions of the wanted kinds that these give.${unread} Allow more kinds, such as cloze, give more texts, ` +
    'or use a model of the role generate.'
  );
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
