import { MARKDOWN_TYPE } from '../../platform/media-type/markdown.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';

/** How long signed URLs of Markdown and images are valid. */
export const URL_TTL_SECONDS = 900;

/** An address at which Markdown is saved under that name. */
export function signMarkdown(objects: ObjectStore, key: string, filename: string): Promise<string> {
  return objects.signGet(key, {
    ttlSeconds: URL_TTL_SECONDS,
    disposition: 'attachment',
    filename: `${filename}.md`,
    contentType: MARKDOWN_TYPE,
  });
}
