/** Documents of texts: of those that are added, and of sessions. */
import { createHash } from 'node:crypto';
import type { NewDocument } from '../../../domain/knowledge/documents/index.ts';
import { documentIdOf, newDocumentKey } from '../../../domain/knowledge/datasets/index.ts';
import { guessLanguage } from '../../../engines/text/language.ts';
import { MARKDOWN_TYPE } from '../../../platform/media-type/markdown.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';

/** What follows from a text alone. */
type TextDocument = Pick<
  NewDocument,
  | 'documentId'
  | 'markdownKey'
  | 'contentHash'
  | 'bytes'
  | 'language'
  | 'inputType'
  | 'mediaType'
  | 'uri'
  | 'objectId'
  | 'pageSpans'
>;

/**
 * Stores the Markdown of a text under a new key. The name says which document of the dataset it is; `null`: its content
 * does.
 */
export async function documentOfText(
  objects: ObjectStore,
  datasetId: string,
  [kind, name]: readonly [kind: 'text' | 'session', name: string | null],
  markdown: string,
): Promise<TextDocument> {
  const bytes = Buffer.from(markdown);
  const contentHash = createHash('sha256').update(bytes).digest('hex');
  const documentId = documentIdOf(datasetId, [kind, name ?? contentHash]);
  const markdownKey = newDocumentKey(datasetId, documentId);
  await objects.put(markdownKey, bytes, MARKDOWN_TYPE);
  return {
    documentId,
    markdownKey,
    contentHash,
    bytes: bytes.byteLength,
    language: guessLanguage(markdown),
    inputType: 'text',
    mediaType: 'text/markdown',
    uri: null,
    objectId: null,
    pageSpans: [],
  };
}
