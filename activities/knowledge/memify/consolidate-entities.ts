/**
 * The step of Memify's `consolidate_entities`: names that are likely to be one entity's are merged, and those of
 * several split, layer by layer.
 */
import type { Database } from '../../../platform/database/client.ts';
import type { RangeEnd, Range } from '../../../domain/jobs/row-ranges.ts';
import { commitConsolidation, countFindings, findConsolidation } from '../../../domain/knowledge/graph/index.ts';
import { datasetToWrite, layerOfRow, layersAfter } from '../../../domain/knowledge/datasets/index.ts';
import { poolCaller } from '../../step/pool-caller.ts';
import type { Step } from '../../step/step.ts';
import type { TextPool } from '../processes/pool.ts';
import { turnOf } from '../take-turn.ts';
import type { MemifyPlanInput, MemifyStepInput } from '../types.ts';

interface Dependencies {
  readonly database: Database;
  readonly texts: Pick<TextPool, 'alike'>;
}

/** Layers of a step, and steps of a plan. */
const PLAN = { size: 1, ranges: 100 };

/** Which layers are consolidated next. */
export async function planConsolidation(
  { database }: Pick<Dependencies, 'database'>,
  { dataset_id, after }: MemifyPlanInput<'consolidate_entities'>,
): Promise<Range[]> {
  await datasetToWrite(database, dataset_id);
  return layersAfter(database, dataset_id, after, PLAN);
}

/** Merges and splits names of a layer, or counts what it would decide. */
export async function consolidateEntities(
  { database, texts }: Dependencies,
  input: MemifyStepInput<'consolidate_entities'>,
  step: Step,
): Promise<RangeEnd> {
  step.begin();
  await datasetToWrite(database, input.dataset_id);
  const { rows, options, envelope } = input;
  const { threshold, dry_run } = options;
  const caller = poolCaller(envelope, step);
  const layer = layerOfRow(input.dataset_id, rows.first);
  const found = await findConsolidation(database, layer, threshold, (names, limits) =>
    texts.alike(names, limits, caller),
  );
  if (dry_run) return { is_done: true, found: countFindings(found) };
  await commitConsolidation(database, turnOf(input, step), step.id, { ...found, layer, subject: envelope.subject });
  return { is_done: true };
}
