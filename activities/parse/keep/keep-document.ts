/** Stores documents: Markdown, places and pictures as objects of their job. */
import { splitDocument } from '../../../engines/parse/documents/index.ts';
import type { DocumentFacts, ParsedDocument } from '../../../engines/parse/documents/index.ts';
import type { DocumentContent, KeptImage } from '../../../domain/parse/documents.ts';
import { folderOf, imagesPrefixOf, markdownKeyOf, placesKeyOf } from '../../../domain/parse/keys.ts';
import { MARKDOWN_TYPE } from '../../../platform/media-type/markdown.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import { keepImages } from './keep-images.ts';

export const PLACES_TYPE = 'application/x-ndjson';

/** Stores a document that was made in this process. */
export async function keepDocument(
  objects: Pick<ObjectStore, 'put'>,
  folder: string,
  document: ParsedDocument,
): Promise<{ readonly document: DocumentFacts; readonly images: readonly KeptImage[] }> {
  const { facts, markdown, places } = splitDocument(document);
  await objects.put(markdownKeyOf(folder), markdown, MARKDOWN_TYPE);
  if (places.byteLength > 0) await objects.put(placesKeyOf(folder), places, PLACES_TYPE);
  return { document: facts, images: await keepImages(objects, imagesPrefixOf(folder), document.images) };
}

/** Stores a copy of an earlier job's content, so that each copy lives as long as its own job. */
export async function copyContent(
  objects: ObjectStore,
  jobId: string,
  earlier: { readonly jobId: string; readonly content: DocumentContent },
): Promise<DocumentContent> {
  const folder = folderOf(jobId);
  const earlierFolder = folderOf(earlier.jobId);
  await objects.copy(markdownKeyOf(earlierFolder), markdownKeyOf(folder));
  if (earlier.content.places_bytes) await objects.copy(placesKeyOf(earlierFolder), placesKeyOf(folder));
  const images = [];
  for (const image of earlier.content.images) {
    const key = `${imagesPrefixOf(folder)}${image.name}`;
    await objects.copy(image.key, key);
    images.push({ ...image, key });
  }
  return { ...earlier.content, images };
}
