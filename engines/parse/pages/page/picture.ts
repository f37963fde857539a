import type { Box } from './geometry.ts';

/** The position of a picture on its page, and its file name. */
export interface Picture extends Box {
  readonly kind: 'picture';
  readonly name: string;
}
