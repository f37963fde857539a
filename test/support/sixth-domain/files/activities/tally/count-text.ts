import type { JobEnvelope } from '../../domain/jobs/model.ts';
import { locatorLabel } from '../../domain/parse/locator.ts';
import { writeCount } from '../../domain/tally/counts.ts';
import { countsKey } from '../../domain/tally/keys.ts';
import { countWords } from '../../engines/tally/count-words.ts';
import type { Database } from '../../platform/database/client.ts';
import type { GuardedFetch } from '../../platform/network-guard/index.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import type { Step } from '../step/step.ts';

const MAX_TEXT_BYTES = 1024 * 1024;

export interface CountTextDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly fetch: GuardedFetch;
}

export interface CountTextInput {
  readonly envelope: JobEnvelope;
  readonly url: string;
  /** Of the text among those of its job, from 0. */
  readonly position: number;
}

export interface CountedText {
  readonly source: string;
  readonly words: number;
}

/** Fetches a text, keeps how often each of its words occurs, and writes the row. */
export async function countText(
  { database, objects, fetch }: CountTextDependencies,
  { url, position }: CountTextInput,
  step: Step,
): Promise<CountedText> {
  step.begin();
  const { body } = await fetch(url, { maxBytes: MAX_TEXT_BYTES, signal: step.signal });
  const { words, by_word } = countWords(Buffer.from(body).toString('utf8'));
  const source = locatorLabel({ kind: 'url', url });
  await objects.put(countsKey(step.jobId, position), JSON.stringify(by_word), 'application/json');
  await writeCount(database, { jobId: step.jobId, position, source, words });
  step.spend({ source: 'tally', unit: 'items', amount: 1 });
  return { source, words };
}
