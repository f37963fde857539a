import type { Block, Inline } from '../markdown/model.ts';
import { collapseSpaces, isVisible } from './inline.ts';

/** A paragraph with white space collapsed, unless nothing of the content is visible. */
export function paragraphOf(content: readonly Inline[]): Block[] {
  const collapsed = collapseSpaces(content);
  return isVisible(collapsed) ? [{ kind: 'paragraph', content: collapsed }] : [];
}
