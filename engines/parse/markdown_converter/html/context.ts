/** What the readers of the parts of a page share. */
import type { Block, Format } from '../../shared/markdown/model.ts';
import type { HtmlElement, HtmlParent } from './dom.ts';

export interface HtmlContext {
  /** Base of relative addresses, or `null` when the page has no address. */
  readonly base: string | null;
  /** Reads the content of an element as blocks; inline content between blocks becomes paragraphs of the given format. */
  readonly flow: (parent: HtmlParent, format: Format) => Block[];
  /** What is known of elements: whether there is a block inside. */
  readonly holdsBlock: Map<HtmlElement, boolean>;
}
