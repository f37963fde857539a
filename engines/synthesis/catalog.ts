/** The engines of synthesis, as clients choose them. */

export interface SynthesisEngine {
  readonly engineId: EngineId;
  readonly description: string;
  /** What an item is. */
  readonly item: string;
  /** Who can make its items: `rules`, a language model, or either. */
  readonly makers: readonly Maker[];
  /** What its items can be written as. */
  readonly formats: readonly ItemFormat[];
}

export type Maker = 'rules' | 'model';

/** Those of all items. */
const TABULAR = ['jsonl', 'csv', 'parquet'] as const;
export type ItemFormat = (typeof TABULAR)[number] | 'chat_jsonl' | 'knowledge_inputs';

const ENGINES = {
  schema_rows: {
    description: 'Rows that are valid against a JSON Schema, with rules, constraints and references between tables.',
    item: 'row',
    makers: ['rules'],
    formats: TABULAR,
  },
  grounded_qa: {
    description: 'Questions with answers and the passages that support them. Without a model: from facts, by rules.',
    item: 'question',
    makers: ['rules', 'model'],
    formats: [...TABULAR, 'chat_jsonl', 'knowledge_inputs'],
  },
  perturb: {
    description:
      'Texts with typos, other numbers, negations or injected instructions, or in other words, for tests of ' +
      'robustness.',
    item: 'text',
    makers: ['rules', 'model'],
    formats: TABULAR,
  },
  conversation: {
    description: 'Conversations of a persona with an assistant, on texts or on what the persona wants.',
    item: 'conversation',
    makers: ['model'],
    formats: [...TABULAR, 'chat_jsonl'],
  },
  evolve: {
    description: 'Instructions made more demanding step by step, each with a response (Evol-Instruct).',
    item: 'instruction',
    makers: ['model'],
    formats: [...TABULAR, 'chat_jsonl'],
  },
  tool_calls: {
    description:
      'Requests to an assistant with tools, with the right calls; their arguments match the schemas of the tools.',
    item: 'tool_case',
    makers: ['model'],
    formats: [...TABULAR, 'chat_jsonl'],
  },
} as const satisfies Readonly<Record<string, Omit<SynthesisEngine, 'engineId'>>>;
export type EngineId = keyof typeof ENGINES;
export const ENGINE_IDS = Object.keys(ENGINES).filter((id): id is EngineId => Object.hasOwn(ENGINES, id));

export const SYNTHESIS_ENGINES: readonly SynthesisEngine[] = ENGINE_IDS.map((engineId) => ({
  engineId,
  ...ENGINES[engineId],
}));

export const makersOf = (engineId: EngineId): readonly Maker[] => ENGINES[engineId].makers;
