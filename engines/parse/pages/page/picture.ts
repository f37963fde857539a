import type { Box } from './geometry.ts';

/** The position of a picture on its page. */
export interface Picture extends Box {
  readonly kind: 'picture';
  /** Its file name; `null` when only its description is known. */
  readonly name: string | null;
  readonly description: string;
}
