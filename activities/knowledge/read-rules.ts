/** The step of Memify's `coding_rules`: it finds the rules about code that chunks state. */
import type { Database } from '../../platform/database/client.ts';
import { datasetToWrite } from '../../domain/knowledge/datasets.ts';
import { languageOf } from '../../domain/knowledge/languages.ts';
import { chunkTexts, chunksForRules, commitRules } from '../../domain/knowledge/memify/coding-rules.ts';
import type { BatchEnd, Range } from '../../domain/jobs/batches.ts';
import { codingRules } from '../../engines/knowledge/rules/coding-rules.ts';
import type { Step } from '../step/step.ts';
import { turnOf } from './take-turn.ts';
import type { MemifyPlanInput, MemifyStepInput } from './types.ts';

/** What finds the rules (engines/knowledge/rules). */
const EXTRACTOR = 'rules';

/** Chunks of a step, and steps of a plan. */
const PLAN = { size: 256, ranges: 100 };

/** Which chunks are to be read next. */
export async function planRules(
  { database }: { readonly database: Database },
  { dataset_id, nodes, after }: MemifyPlanInput,
): Promise<Range[]> {
  await datasetToWrite(database, dataset_id);
  return chunksForRules(database, { datasetId: dataset_id, extractor: EXTRACTOR, nodes }, after, PLAN);
}

/** Reads the rules of the chunks of a range that were not read yet. */
export async function readRules(
  { database }: { readonly database: Database },
  input: MemifyStepInput,
  step: Step,
): Promise<BatchEnd> {
  step.begin();
  const { dataset_id: datasetId, nodes, rows } = input;
  await datasetToWrite(database, datasetId);
  const chunks = await chunkTexts(database, { datasetId, extractor: EXTRACTOR, nodes }, rows);
  const read = chunks.map(({ id, body, language }) => ({ chunk: id, rules: codingRules(body, languageOf(language)) }));
  await commitRules(database, turnOf(input, step), EXTRACTOR, read);
  return { is_done: true };
}
