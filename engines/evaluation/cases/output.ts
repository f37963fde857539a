/** What a target gave for a case. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { CaseShape } from './case.ts';
import type { Case } from './case.ts';

const { actual_output, retrieval_contexts, tool_calls, latency_ms, usage, cost_usd } = CaseShape.properties;

/** Members of the case that the target filled in. */
export const OutputShape = Type.Object({
  actual_output,
  retrieval_contexts,
  tool_calls,
  latency_ms,
  usage,
  cost_usd,
});
export type Output = Static<typeof OutputShape>;

/** Why there is no output, as a reason of `UNMEASURED`. */
export const OutputFailureShape = Type.Object({
  reason: Type.Enum(['target_failed', 'over_budget', 'document_removed']),
  /** For people; it quotes no answer. */
  detail: Type.String(),
});
export type OutputFailure = Static<typeof OutputFailureShape>;

/** What came of asking a target about a case. */
export type Produced =
  | {
      readonly output: Output;
      /** The documents of a dataset of knowledge that the output quotes. */
      readonly quotes?: { readonly datasetId: string; readonly documentIds: readonly string[] };
    }
  | { readonly failure: OutputFailure };

/** The case as metrics read it. The answer of the target is also the next turn of a conversation that waited for it. */
export function withOutput(subject: Case, output: Output): Case {
  const { conversation_turns: turns } = subject;
  const { actual_output: content } = output;
  const isNextTurn = content !== undefined && turns !== undefined && turns.length > 0;
  if (!isNextTurn) return { ...subject, ...output };
  const asked = messagesOf(subject).slice(turns.length);
  return {
    ...subject,
    ...output,
    conversation_turns: [...turns, ...asked, { role: 'assistant', content }],
  };
}

export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/**
 * What a target is asked: the conversation up to what the user says last, or the input. Empty when there is nothing to
 * answer. What a tool said is shown as the user's, since the protocol ties it to a call that the conversation does not
 * name.
 */
export function messagesOf({ user_input, conversation_turns = [] }: Case): readonly Message[] {
  const turns = conversation_turns.map(({ role, content }): Message => ({
    role: role === 'tool' ? 'user' : role,
    content,
  }));
  if (turns.at(-1)?.role === 'user') return turns;
  return user_input === undefined ? [] : [...turns, { role: 'user', content: user_input }];
}
