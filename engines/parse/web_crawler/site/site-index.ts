/** Creates the document of a whole crawl: a list of its pages. */
import { documentOf } from '../../documents/document.ts';
import type { ParsedDocument, ParseWarning } from '../../documents/types.ts';
import { writeBlocks } from '../../documents/markdown/blocks.ts';
import { PLAIN, text } from '../../documents/markdown/model.ts';

export interface IndexedPage {
  readonly url: string;
  readonly title: string | null;
}

/** Pages in the order of discovery; `title` is that of the site. */
export function siteIndex(
  title: string,
  pages: readonly IndexedPage[],
  warnings: readonly ParseWarning[],
): ParsedDocument {
  const items = pages.map(({ url, title }) => ({
    number: null,
    blocks: [
      {
        kind: 'paragraph' as const,
        content: [text(title ?? url, { ...PLAIN, href: url }), ...(title === null ? [] : [text(` (${url})`)])],
      },
    ],
  }));
  const blocks = [
    { kind: 'heading' as const, level: 1, content: [text(title)] },
    { kind: 'list' as const, items },
  ];
  return documentOf(`${writeBlocks(blocks)}\n`, { title, warnings });
}
