/** What a language model is asked to make. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { PersonaShape } from '../conversation/personas.ts';
import { EVOLUTION_NAMES } from '../evolve/operations.ts';
import { QUESTION_KINDS } from '../grounded/questions/question.ts';
import { TOOL_KINDS } from '../tool-calls/ask.ts';
import { ToolShape } from '../tool-calls/tools.ts';

const shared = {
  /** Items that are wanted. */
  count: Type.Integer(),
  seed: Type.Integer(),
  /** Name of the model in the settings. */
  model: Type.String(),
  /** BCP 47; `null`: that of the sources. */
  language: Type.Union([Type.String(), Type.Null()]),
};

/** Weights by name; what has none is not made. */
const weights = <Name extends string>(names: readonly Name[]) =>
  Type.Partial(Type.Record(Type.Enum([...names]), Type.Number()));

export const ModelOrderShape = Type.Union([
  Type.Object({ ...shared, engine_id: Type.Literal('grounded_qa'), mix: weights(QUESTION_KINDS) }),
  Type.Object({
    ...shared,
    engine_id: Type.Literal('conversation'),
    personas: Type.Array(PersonaShape),
    turns: Type.Integer(),
  }),
  Type.Object({
    ...shared,
    engine_id: Type.Literal('evolve'),
    operations: Type.Array(Type.Enum([...EVOLUTION_NAMES])),
    depth: Type.Integer(),
  }),
  Type.Object({
    ...shared,
    engine_id: Type.Literal('tool_calls'),
    tools: Type.Array(ToolShape),
    mix: weights(TOOL_KINDS),
  }),
  /** Paraphrases: rules make all other perturbations. */
  Type.Object({ ...shared, engine_id: Type.Literal('perturb') }),
]);
export type ModelOrder = Static<typeof ModelOrderShape>;
