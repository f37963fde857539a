/** Shared state of the page's readers. */
import type { Block, Format } from '../markdown/model.ts';
import type { HtmlElement, HtmlParent } from './dom.ts';

export interface HtmlContext {
  /** Base of relative addresses, or `null` when the page has no address. */
  readonly base: string | null;
  /**
   * Reads the content of an element as blocks; inline content between blocks becomes paragraphs of the given format.
   */
  readonly flow: (parent: HtmlParent, format: Format) => Block[];
  /** Label of the note that an anchor refers to; `null` for other anchors. */
  readonly noteOf: (anchor: HtmlElement) => string | null;
  /** Cache: whether an element contains a block. */
  readonly holdsBlock: Map<HtmlElement, boolean>;
}
