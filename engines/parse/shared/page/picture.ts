import type { Box } from './geometry.ts';

/** Where a picture stands on its page, and the name of its file. */
export interface Picture extends Box {
  readonly kind: 'picture';
  readonly name: string;
}
