/** What is judged: one case of an evaluation. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { MOST_COST_USD, MOST_LATENCY_MS, TURN_ROLES } from '../options.ts';

const ToolCallShape = Type.Object({ name: Type.String(), arguments: Type.Unknown() });

const ToolShape = Type.Object({
  name: Type.String(),
  description: Type.Optional(Type.String()),
  /** A JSON schema of its arguments. */
  parameters: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

export const TurnShape = Type.Object({
  role: Type.Enum([...TURN_ROLES]),
  content: Type.String(),
});

/** Every member may be absent; a metric names those that it needs. */
export const CaseShape = Type.Object({
  user_input: Type.Optional(Type.String()),
  actual_output: Type.Optional(Type.String()),
  expected_output: Type.Optional(Type.String()),
  /** Other right answers, beside the expected one. */
  accepted_outputs: Type.Optional(Type.Array(Type.String())),
  retrieval_contexts: Type.Optional(Type.Array(Type.String())),
  conversation_turns: Type.Optional(Type.Array(TurnShape)),
  /** What the target may call. */
  tools: Type.Optional(Type.Array(ToolShape)),
  tool_calls: Type.Optional(Type.Array(ToolCallShape)),
  expected_tool_calls: Type.Optional(Type.Array(ToolCallShape)),
  /** The document or conversation that it belongs to: cases of one group are not independent. */
  group: Type.Optional(Type.String()),
  /** What producing the actual output took and cost. */
  latency_ms: Type.Optional(Type.Number({ minimum: 0, maximum: MOST_LATENCY_MS })),
  usage: Type.Optional(Type.Object({ input_tokens: Type.Integer(), output_tokens: Type.Integer() })),
  cost_usd: Type.Optional(Type.Number({ minimum: 0, maximum: MOST_COST_USD })),
  metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
export type Case = Static<typeof CaseShape>;
export type CaseField = keyof Case;

/** The right answers of a case; none when it names none. */
export function expectedOutputs({ expected_output: expected, accepted_outputs: others = [] }: Case): readonly string[] {
  return expected === undefined ? others : [expected, ...others];
}
