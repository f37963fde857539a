/** A message as the readers of EML, MSG and TNEF return it. */
import type { ParseWarning } from '../../documents/types.ts';
import type { NestedFile } from '../shared/nested.ts';
import type { MessageHead } from './head.ts';

export interface Attachment extends NestedFile {
  /** `Content-ID` without brackets, by which the text refers to a picture, or `null`. */
  readonly contentId: string | null;
  /** As the sender wrote it, absent without one. */
  readonly description?: string;
}

export interface MessageContent {
  readonly html: string | null;
  readonly text: string | null;
  /** Reads the text as RTF, for messages that have no other. */
  readonly rtf?: () => Uint8Array;
  readonly attachments: readonly Attachment[];
  /** Of the decoding of its texts. */
  readonly warnings?: readonly ParseWarning[] | undefined;
}

export interface Message extends MessageHead, MessageContent {
  /** RFC 3339, or verbatim if unparseable; `null` without a date. */
  readonly sentAt: string | null;
}
