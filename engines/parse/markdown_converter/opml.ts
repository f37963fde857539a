/** Outlines (OPML): headings, as outliners show them, and feeds as lists of links. */
import { MAX_HEADING_LEVEL, PLAIN, text, type Block, type Inline, type ListItem } from '../documents/markdown/model.ts';
import { plainParagraphs } from '../documents/markdown/remarks.ts';
import type { ParsedDocument } from '../documents/types.ts';
import { append } from '../documents/append.ts';
import { documentOfBlocks } from './shared/blocks-document.ts';
import type { TextInput } from '../documents/charset/decode.ts';
import { textContent } from '../documents/html/dom.ts';
import { parseHtml } from '../documents/html/parse.ts';
import { childrenOf, descend, parseXml, textOf, type XmlElement } from '../documents/xml.ts';

/** Throws `corrupt` for a file without XML or with too deep nesting, and `empty` without text. */
export function convertOpml(input: TextInput): ParsedDocument {
  const root = parseXml(input.text);
  const head = descend(root, 'head');
  const fact = (name: string): string => textOf(descend(head, name)).trim();
  const created = Date.parse(fact('dateCreated'));
  return documentOfBlocks(readOutlines(descend(root, 'body'), 1), input, {
    title: fact('title') || null,
    authors: fact('ownerName') === '' ? [] : [fact('ownerName')],
    createdAt: Number.isNaN(created) ? null : new Date(created).toISOString(),
  });
}

/** Outlines are headings, and lists below the deepest heading. */
function readOutlines(parent: XmlElement | undefined, level: number): Block[] {
  const blocks: Block[] = [];
  let items: ListItem[] = [];
  const endList = (): void => {
    if (items.length > 0) blocks.push({ kind: 'list', items });
    items = [];
  };
  for (const outline of childrenOf(parent, 'outline')) {
    const content = contentOf(outline);
    const { _note: note = '', description = '', category = '' } = outline.attributes;
    const categories = category.trim() === '' ? [] : [`Categories: ${category.trim()}`];
    const notes = plainParagraphs([...note.split('\n'), ...description.split('\n'), ...categories]);
    if (level > MAX_HEADING_LEVEL || outline.attributes['xmlUrl'] !== undefined) {
      const line: Block = { kind: 'paragraph', content };
      items.push({ number: null, blocks: [line, ...notes, ...readOutlines(outline, level + 1)] });
      continue;
    }
    endList();
    blocks.push({ kind: 'heading', level, content }, ...notes);
    append(blocks, readOutlines(outline, level + 1));
  }
  endList();
  return blocks;
}

/** The text, a link when it has an address. Outliners write HTML into it. */
function contentOf({ attributes }: XmlElement): Inline[] {
  const written = attributes['text'] || attributes['title'] || '';
  const words = /[<&]/.test(written) ? textContent(parseHtml(written)) : written;
  const href = attributes['htmlUrl'] ?? attributes['url'] ?? attributes['xmlUrl'] ?? null;
  return [text(words.replace(/\s+/g, ' ').trim(), { ...PLAIN, href })];
}
