/** Where a job keeps its documents in the object store. A repeated attempt writes the same keys again. */
import { objectKey } from '../keys.ts';

/** The folder of a job's document. */
export function folderOf(jobId: string): string {
  return objectKey('jobs/', jobId);
}

/** The folder of a page of a crawl, which is a document of its own. */
export function folderOfPage(jobId: string, documentId: string): string {
  return `${folderOf(jobId)}/pages/${documentId}`;
}

/** Where the pictures of a document are kept, ending with a slash. */
export function imagesPrefixOf(folder: string): string {
  return `${folder}/images/`;
}

/** Where the Markdown is kept, beside the pictures that it links to. */
export function markdownKeyOf(folder: string): string {
  return `${folder}/document.md`;
}
