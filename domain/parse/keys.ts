/** Keys of a job's documents in the object store. A repeated attempt writes the same keys again. */
import { objectKey } from '../keys.ts';

/** The folder of a job's document. */
export function folderOf(jobId: string): string {
  return objectKey('jobs/', jobId);
}

/** The folder of a page of a crawl. Each page is a separate document. */
export function folderOfPage(jobId: string, documentId: string): string {
  return `${folderOf(jobId)}/pages/${documentId}`;
}

/** Key prefix of a document's images, with a trailing slash. */
export function imagesPrefixOf(folder: string): string {
  return `${folder}/images/`;
}

/** Key of the places of the Markdown's blocks. */
export function placesKeyOf(folder: string): string {
  return `${folder}/places.jsonl`;
}

/** Key of a file of one of the document's formats. */
export function formatKeyOf(folder: string, name: string): string {
  return `${folder}/formats/${name}`;
}

/** Key of the Markdown, next to the images that it links to. */
export function markdownKeyOf(folder: string): string {
  return `${folder}/document.md`;
}
