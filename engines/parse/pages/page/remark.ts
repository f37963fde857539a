import type { Box } from './geometry.ts';

/** A comment of a reviewer, at its place on the page. */
export interface Remark extends Box {
  readonly kind: 'remark';
  readonly author: string;
  /** RFC 3339, or empty. */
  readonly time: string;
  /** The text of the page that it is about; `null` when it marks none. */
  readonly on: string | null;
  readonly text: string;
}
