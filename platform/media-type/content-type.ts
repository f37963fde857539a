/** The `Content-Type` of a response, a part of a form or an object, as its sender wrote it. */
import { MIMEType } from 'node:util';

export interface ContentType {
  /** Lower case, without parameters. */
  readonly mediaType: string;
  /** Lower case; `null` when none is declared. */
  readonly charset: string | null;
}

/** `null` when there is none, or it is malformed. */
export function parseContentType(header: string | null | undefined): ContentType | null {
  try {
    const { essence, params } = new MIMEType(header ?? '');
    return { mediaType: essence, charset: params.get('charset')?.trim().toLowerCase() || null };
  } catch {
    return null;
  }
}
