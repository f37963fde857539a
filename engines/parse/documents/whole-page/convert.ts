/** Converts HTML to Markdown: everything visible on the page. */
import { ServiceError } from '../../../../errors/index.ts';
import { documentOf } from '../document.ts';
import type { TextInput } from '../charset/decode.ts';
import type { ParsedDocument } from '../types.ts';
import { writeBlocks } from '../markdown/blocks.ts';
import { headingTitle, type Block } from '../markdown/model.ts';
import { readBlocks } from '../html/blocks.ts';
import type { HtmlParent } from '../html/dom.ts';
import { baseOf } from '../html/links.ts';
import { readMetadata } from '../html/metadata.ts';
import { takeNotes, type TakenNotes } from '../html/notes.ts';
import { parsePage } from '../html/page.ts';
import { Unfolding } from './unfold.ts';

/** Throws `empty` when the page has no visible content. */
export function convertHtml(input: TextInput): ParsedDocument {
  const page = parsePage(input, { scripts: false });
  const unfolding = new Unfolding(input.options);
  const { title, authors, language, createdAt, properties, baseElement } = readMetadata(page, input.url);
  const base = baseOf(baseElement, input.url);
  const read = (part: HtmlParent): Block[] => {
    unfolding.unfold(part);
    return readBlocks(part, base, notes.labelOf);
  };
  const notes: TakenNotes = takeNotes([{ path: '', tree: page }], {
    targetOf: (href) => (href.startsWith('#') ? href : null),
    read,
    isMutual: false,
  });
  const blocks = read(page);
  const markdown = writeBlocks([...blocks, ...notes.blocks()], input.options.tables);
  if (markdown === '') throw new ServiceError('empty', 'The page has no visible text.');
  return documentOf(`${markdown}\n`, {
    title: title ?? headingTitle(blocks),
    authors,
    language,
    createdAt,
    properties,
    warnings: unfolding.warnings,
  });
}
