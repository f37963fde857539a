/** Cuts a document of a dataset from its stored Markdown, in a text process. */
import type { Readable } from 'node:stream';
import type { DocumentRow } from '../../../domain/knowledge/documents/index.ts';
import { languageOf } from '../../../domain/knowledge/documents/language.ts';
import type { ChunkRules } from '../../../engines/text/options.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { ErrorCode } from '../../../errors/index.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import type { TextPool } from './pool.ts';
import type { PoolCaller } from '../../../platform/process-pool/index.ts';

export interface CutDependencies {
  readonly objects: Pick<ObjectStore, 'getStream'>;
  readonly texts: TextPool;
}

export type CutStored = Awaited<ReturnType<TextPool['cut']>>;

/** Errors of a text process that has used up its processor time or memory. */
const LIMITS: ReadonlySet<ErrorCode> = new Set(['too_complex', 'too_large']);

/** Whether a document takes more processor time or memory than it may: it would again, and is to be skipped. */
export function exceedsLimits(error: unknown): error is ServiceError {
  return error instanceof ServiceError && LIMITS.has(error.code);
}

/** All chunks of the document, and whether the rules left out its end. Rejects as {@link TextPool.cut} does. */
export function cutStored(
  { objects, texts }: CutDependencies,
  { title, pageSpans, structured, markdownKey, language, bytes }: DocumentRow,
  rules: ChunkRules,
  caller: PoolCaller,
): Promise<CutStored> {
  const open = (signal: AbortSignal) => openMarkdown(objects, markdownKey, signal);
  const request = { title, pageSpans, structured, language: languageOf(language), rules };
  return texts.cut(request, { bytes: Number(bytes), open }, caller);
}

async function openMarkdown(
  objects: Pick<ObjectStore, 'getStream'>,
  key: string,
  signal: AbortSignal,
): Promise<Readable> {
  try {
    return await objects.getStream(key, signal);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'not_found') throw error;
    // Not the step's fault: its next attempt finds the new Markdown, or that the document is gone.
    throw new Error('The Markdown was removed while the step ran: its document was deleted or replaced.', {
      cause: error,
    });
  }
}
