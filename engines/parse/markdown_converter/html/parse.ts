/** HTML as a tree. */
import { defaultTreeAdapter, parse } from 'parse5';
import { ServiceError } from '../../../../errors/index.ts';
import type { HtmlParent } from './dom.ts';

/** Elements that a page without a character may have: those that the parser adds. */
const ADDED_ELEMENTS = 1000;

/**
 * Parses as browsers do. Formatting that is never closed comes again in each paragraph, so that some pages would make
 * elements by the square of their length: throws `too_large` above one a character.
 */
export function parseHtml(text: string): HtmlParent {
  const limit = ADDED_ELEMENTS + text.length;
  let count = 0;
  const createElement: typeof defaultTreeAdapter.createElement = (...element) => {
    if (++count > limit) {
      throw new ServiceError('too_large', 'The page opens formatting without end.', { limit_elements: limit });
    }
    return defaultTreeAdapter.createElement(...element);
  };
  return parse(text, { treeAdapter: { ...defaultTreeAdapter, createElement } });
}
