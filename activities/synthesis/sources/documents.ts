/** Passages of parsed documents as sources. */
import type { Accessor } from '../../../domain/access/policy.ts';
import type { JobEnvelope } from '../../../domain/jobs/model.ts';
import { findDocument } from '../../../domain/parse/documents.ts';
import { metadataOfObject } from '../../../domain/storage/objects.ts';
import { quotableAmong } from '../../../domain/synthesis/closed-sources.ts';
import type { Source } from '../../../engines/synthesis/items/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import type { Step } from '../../step/step.ts';
import type { MakingPool } from '../making/pool.ts';
import { MOST_PASSAGES } from './keeper.ts';
import type { SourceKeeper } from './keeper.ts';
import { rightsOf } from './knowledge.ts';
import { poolCaller } from '../../step/pool-caller.ts';

export interface SourceDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly making: Pick<MakingPool, 'cut'>;
}

interface DocumentsInput {
  readonly envelope: JobEnvelope;
  readonly document_ids: readonly string[];
}

/**
 * Document by document; of each as many passages from its beginning as its share allows. Throws `not_found` or
 * `access_denied` for one that the caller may not read any more, or whose object was deleted.
 */
export async function* documentSources(
  { database, objects, making }: SourceDependencies,
  submitter: Accessor,
  { envelope, document_ids }: DocumentsInput,
  keeper: SourceKeeper,
  step: Pick<Step, 'signal'>,
): AsyncGenerator<readonly Source[]> {
  const caller = poolCaller(envelope, step);
  const most = Math.floor(MOST_PASSAGES / document_ids.length);
  for (const id of document_ids) {
    const { title, markdownKey, objectId, metadata } = await findDocument(database, submitter, id);
    const isQuotable = (await quotableAmong(database, submitter, [id])).has(id);
    if (!isQuotable) throw new ServiceError('not_found', `The object of document ${id} was deleted.`);
    const markdown = {
      bytes: metadata.markdown_bytes,
      open: (aborted: AbortSignal) => objects.getStream(markdownKey, aborted),
    };
    const named = title ?? metadata.filename;
    const { passages, truncated } = await making.cut(
      { title: named, pageSpans: metadata.page_spans, most },
      markdown,
      caller,
    );
    if (truncated) keeper.isComplete = false;
    const rights = rightsOf(objectId === null ? {} : await metadataOfObject(database, objectId), metadata.source);
    yield passages.map((passage, index): Source => ({
      id: `${id}/${index}`,
      title: passage.title,
      text: passage.text,
      origin: {
        document_id: id,
        ...(objectId !== null && { object_id: objectId }),
        ...(passage.pages !== null && { pages: passage.pages }),
        span: passage.span,
        ...rights,
      },
      facts: null,
    }));
  }
}
