/** Where knowledge keeps its objects. */
import { randomBytes } from 'node:crypto';
import { derivedId } from '../../ids.ts';
import { objectKey } from '../../keys.ts';

/** All objects of a dataset are below it. */
export function datasetPrefix(datasetId: string): string {
  return objectKey('knowledge/', datasetId, '');
}

/**
 * A new key for the Markdown of a document of a dataset. Nobody else writes it: what is read is never half of one and
 * half of another.
 */
export function newDocumentKey(datasetId: string, documentId: string): string {
  return newKey(datasetId, documentId, 'md');
}

/** The same for the copy of its source. */
export function newSourceKey(datasetId: string, documentId: string): string {
  return newKey(datasetId, documentId, 'source');
}

function newKey(datasetId: string, documentId: string, extension: 'md' | 'source'): string {
  return objectKey('knowledge/', datasetId, documentId, `${randomBytes(12).toString('hex')}.${extension}`);
}

/** All inputs of an Add job are below it. */
export function inputsPrefix(jobId: string): string {
  return objectKey('jobs/', jobId, 'inputs', '');
}

/**
 * An input of an Add job as it was submitted. `digest` is of the whole request: a key that is used for another one
 * overwrites nothing.
 */
export function inputKey(jobId: string, digest: string, ordinal: number): string {
  return objectKey('jobs/', jobId, 'inputs', digest, `${ordinal}.json`);
}

/** The identifier of a document that was not parsed before it was added: the same source is the same document. */
export function documentIdOf(
  datasetId: string,
  source: readonly [kind: 'text' | 'uri' | 'object' | 'session', name: string],
): string {
  return derivedId('doc', [datasetId, ...source]);
}
