/** The step that writes the accepted items of a job as objects. */
import { acceptedItems } from '../../domain/synthesis/items.ts';
import { outputKey } from '../../domain/synthesis/keys.ts';
import type { Output } from '../../domain/synthesis/results.ts';
import type { Database } from '../../platform/database/client.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import type { Step } from '../step/step.ts';
import type { OutputInput } from './types.ts';

export interface WriteDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
}

/** Items that are read at a time. */
const BATCH = 1000;

export async function writeOutputs(
  { database, objects }: WriteDependencies,
  { formats }: OutputInput,
  step: Step,
): Promise<readonly Output[]> {
  step.begin();
  const outputs: Output[] = [];
  for (const format of formats) {
    const lines: string[] = [];
    for (let after = -1, isLast = false; !isLast;) {
      const items = await acceptedItems(database, step.jobId, after, BATCH);
      lines.push(...items.map(({ value, provenance }) => JSON.stringify({ ...value, provenance })));
      after = items.at(-1)?.ordinal ?? after;
      isLast = items.length < BATCH;
    }
    const name = `items.${format}`;
    const content = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    await objects.put(outputKey(step.jobId, name), content, 'application/jsonl');
    outputs.push({ name, media_type: 'application/jsonl', bytes: content.length });
  }
  return outputs;
}
