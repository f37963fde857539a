/**
 * The step of Memify's `coding_rules` without a language model: it finds the rules about code that chunks state by
 * their words.
 */
import type { Database } from '../../../platform/database/client.ts';
import { datasetToWrite } from '../../../domain/knowledge/datasets/index.ts';
import { languageOf } from '../../../domain/knowledge/documents/language.ts';
import { chunkTexts, chunksForRules, commitRules } from '../../../domain/knowledge/memify/index.ts';
import type { ChunkText } from '../../../domain/knowledge/documents/index.ts';
import type { ChunkRules, RuleSelection, NodeSelection } from '../../../domain/knowledge/memify/index.ts';
import type { RangeEnd, Range } from '../../../domain/jobs/row-ranges.ts';
import { codingRules } from '../../../engines/knowledge/rules/index.ts';
import { thisJob } from '../../jobs/this-job.ts';
import type { Step } from '../../step/step.ts';
import { turnOf } from '../take-turn.ts';
import type { MemifyPlanInput, MemifyStepInput } from '../types.ts';

/** What finds the rules (engines/knowledge/rules). */
export const RULES_BY_WORDS = 'rules';

/** Chunks of a step, and steps of a plan. */
const PLAN = { size: 256, ranges: 100 };

/** Which chunks are to be read next. */
export async function planRules(
  { database }: { readonly database: Database },
  { dataset_id, options, after }: MemifyPlanInput<'coding_rules'>,
): Promise<Range[]> {
  await datasetToWrite(database, dataset_id);
  return chunksForRules(database, selectionOf(dataset_id, thisJob().jobId, options.nodes), after, PLAN);
}

/** Reads the rules of the chunks of a range that were not read yet. */
export async function readRules(
  { database }: { readonly database: Database },
  input: MemifyStepInput<'coding_rules'>,
  step: Step,
): Promise<RangeEnd> {
  step.begin();
  const { dataset_id: datasetId, options, rows } = input;
  await datasetToWrite(database, datasetId);
  const turn = turnOf(input, step);
  const chunks = await chunkTexts(database, selectionOf(datasetId, turn.jobId, options.nodes), rows);
  await commitRules(database, turn, RULES_BY_WORDS, chunks.map(rulesByWords));
  return { is_done: true };
}

function selectionOf(datasetId: string, jobId: string, nodes: NodeSelection | null): RuleSelection {
  return { datasetId, jobId, reader: RULES_BY_WORDS, nodes };
}

/** The rules that a text states, by its words. */
export function rulesByWords({ id, body, language }: ChunkText): ChunkRules {
  const rules = codingRules(body, languageOf(language));
  return { chunk: id, rules, extractor: RULES_BY_WORDS, dropped: 0, skipped: null };
}
