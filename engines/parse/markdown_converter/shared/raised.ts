/** Superscripts and subscripts that are not called so: text raised above its line or lowered below it. */
import type { Format } from '../../documents/markdown/model.ts';

/** In half points: text is moved by less to align it. Word offers 6. */
const LEAST = 5;

/** `raised` in half points, negative below the line. */
export const verticalAt = (raised: number): Format['vertical'] =>
  Math.abs(raised) >= LEAST ? (raised > 0 ? 'sup' : 'sub') : null;
