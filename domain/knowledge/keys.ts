/** Where knowledge keeps its objects. */
import { derivedId } from '../ids.ts';
import { objectKey } from '../keys.ts';

/** The Markdown of a document of a dataset. Another content has another key, so that what is being read stays. */
export function documentKey(datasetId: string, documentId: string, contentHash: string): string {
  return objectKey('knowledge/', datasetId, documentId, `${contentHash}.md`);
}

/** An input of an Add job as it was submitted. `digest` is of the whole request: a key that is used for another one overwrites nothing. */
export function inputKey(jobId: string, digest: string, ordinal: number): string {
  return objectKey('jobs/', jobId, 'inputs', digest, `${ordinal}.json`);
}

/** The identifier of a document that was not parsed before it was added: the same source is the same document. */
export function documentIdOf(
  datasetId: string,
  source: readonly [kind: 'text' | 'uri' | 'object', name: string],
): string {
  return derivedId('doc', [datasetId, ...source]);
}
