/** Parses the locator of a source in a request. */
import { findObjectId } from '../ids.ts';

export type Locator =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'object'; readonly object_id: string };

/** A file by the job of its archive and its position in it, from 0. */
export interface ArchiveFileRef {
  readonly job_id: string;
  readonly ordinal: number;
}

/** What a job parses: also a file of an archive that another job has unpacked, which no request can name. */
export type JobSource = Locator | ({ readonly kind: 'archive_file' } & ArchiveFileRef);

/**
 * Reads a locator: a web URL, `service://objects/<object_id>`, `s3://<bucket>/<key>`, `<bucket>/<key>`, or a storage
 * object key. The stored forms must contain an `obj_` identifier. Otherwise returns a `fault`: an error message for the
 * client.
 */
export function parseLocator(text: string, bucket: string): Locator | { readonly fault: string } {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  switch (scheme) {
    case 'http':
    case 'https':
      return parseWebUrl(text);
    case 'service':
      return objectIn(/^service:\/\/objects\/(.*)$/i.exec(text)?.[1] ?? '');
    case 's3': {
      const [, named, key] = /^s3:\/\/([^/]+)\/(.*)$/i.exec(text) ?? [];
      if (named !== bucket) return { fault: `Only objects in this service’s bucket "${bucket}" can be read.` };
      return objectIn(key ?? '');
    }
    case undefined:
      return objectIn(text.startsWith(`${bucket}/`) ? text.slice(bucket.length + 1) : text);
    default:
      return {
        fault: `The scheme "${scheme}:" is not supported. Use http, https, s3 or service://objects/<object_id>.`,
      };
  }
}

/** The locator for display: without query and fragment, which may contain signatures and tokens. */
export function locatorLabel(locator: Locator): string {
  if (locator.kind === 'object') return `service://objects/${locator.object_id}`;
  const url = new URL(locator.url);
  return `${url.origin}${url.pathname}`;
}

function parseWebUrl(text: string): Locator | { fault: string } {
  if (!URL.canParse(text)) return { fault: 'The URL is not valid.' };
  const url = new URL(text);
  if (url.username || url.password) return { fault: 'A URL must not contain a user name or password.' };
  return { kind: 'url', url: url.href };
}

function objectIn(path: string): Locator | { fault: string } {
  const objectId = findObjectId(path);
  if (objectId) return { kind: 'object', object_id: objectId };
  return {
    fault: 'Use a web URL, or a stored object with its "obj_" identifier, such as service://objects/<object_id>.',
  };
}
