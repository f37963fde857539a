import { ServiceError } from '../../../errors/index.ts';
import { sniffMediaType } from '../../../platform/media-type/index.ts';
import type { FetchResult } from '../../../platform/network-guard/index.ts';
import { filenameOfUrl } from '../filename.ts';

export interface FetchedBody {
  readonly body: Uint8Array;
  /** As its bytes say, whatever the server declared. */
  readonly mediaType: string;
  /** As the server declared it. */
  readonly charset: string | null;
}

/** The body of a response, and what it is. Throws `empty` when there is none. */
export function readResponse({ body, contentType, finalUrl }: FetchResult): FetchedBody {
  if (body.byteLength === 0) throw new ServiceError('empty', 'The response has no body.');
  const declared = contentType?.mediaType ?? null;
  const mediaType = sniffMediaType(body, { filename: filenameOfUrl(finalUrl), declared });
  return { body, mediaType, charset: contentType?.charset ?? null };
}
