/** The engines of synthesis, as clients choose them. */

export interface SynthesisEngine {
  readonly engineId: EngineId;
  readonly description: string;
  /** What an item is. */
  readonly item: string;
  readonly needsModel: boolean;
}

const ENGINES = {
  schema_rows: {
    description: 'Rows that are valid against a JSON Schema, with rules, constraints and references between tables.',
    item: 'row',
    needsModel: false,
  },
  grounded_qa: {
    description: 'Questions with answers and the passages that they stand on. Without a model: from facts, by rules.',
    item: 'question',
    needsModel: false,
  },
  perturb: {
    description: 'Texts with typos, other numbers, negations or injected instructions, for tests of robustness.',
    item: 'text',
    needsModel: false,
  },
} as const;
export type EngineId = keyof typeof ENGINES;
export const ENGINE_IDS = Object.keys(ENGINES).filter((id): id is EngineId => Object.hasOwn(ENGINES, id));

export const SYNTHESIS_ENGINES: readonly SynthesisEngine[] = ENGINE_IDS.map((engineId) => ({
  engineId,
  ...ENGINES[engineId],
}));
