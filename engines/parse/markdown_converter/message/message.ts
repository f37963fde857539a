/** Converts messages to Markdown: subject, sender, recipients, date, text and attachments. */
import { ServiceError } from '../../../../errors/index.ts';
import { documentOf } from '../../documents/document.ts';
import { Sections } from '../../documents/output-limit.ts';
import type { ParseContext, ParsedDocument, ParseInput, ParseWarning } from '../../documents/types.ts';
import { closed } from '../../../text/markdown/closed.ts';
import { readBlocks } from '../../documents/html/blocks.ts';
import { parsePage } from '../../documents/html/page.ts';
import { Unfolding } from '../../documents/whole-page/unfold.ts';
import { writeBlocks } from '../../documents/markdown/blocks.ts';
import { mapInline } from '../../documents/markdown/map-inline.ts';
import { text, type Block, type Inline } from '../../documents/markdown/model.ts';
import { convertSection, type ConvertNested } from '../shared/nested.ts';
import { Pictures } from '../shared/pictures.ts';
import { readRtf } from '../rtf/index.ts';
import { isKnown, mailbox, writeHead } from './head.ts';
import type { Attachment, Message } from './model.ts';
import { unwrap } from './unwrap.ts';
import { otherWords } from './versions.ts';

/**
 * Attachments become sections `Attachment: name`; pictures referenced by the text are inline. Throws `empty`, and
 * `encrypted` for a message that is no more than an encrypted file.
 */
export async function convertMessage(
  wrapped: Message,
  input: ParseInput,
  context: ParseContext,
  convert: ConvertNested,
): Promise<ParsedDocument> {
  const { message, signature } = await unwrap(wrapped, input.options);
  const pictures = new Pictures(input.options);
  const shown = new Set<Attachment>();
  const byId = new Map(message.attachments.toReversed().map((attachment) => [attachment.contentId, attachment]));
  const addresses = new Map<string, string | null>();
  const { body, warnings } = bodyOf(message, input, pictures, (contentId) => {
    const attachment = byId.get(contentId);
    if (attachment === undefined) return null;
    const src = addresses.get(contentId) ?? pictures.add(attachment.read(), attachment.name);
    addresses.set(contentId, src);
    // What cannot be shown is named with the other attachments.
    if (src !== null || input.options.images === 'omit') shown.add(attachment);
    return src;
  });
  const written = new Sections();
  written.add(...[writeHead(message), body].filter((part) => part !== ''));
  const sections = [];
  for (const [index, attachment] of message.attachments.filter((candidate) => !shown.has(candidate)).entries()) {
    context.signal.throwIfAborted();
    const options = { heading: headingOf(attachment), index: index + 1, pictures, room: written.room };
    const { markdown, ...section } = await convertSection(attachment, options, convert);
    written.add(markdown);
    sections.push(section);
  }
  if (written.isEmpty) throw new ServiceError('empty', 'The message contains no text.');
  return documentOf(`${written.join()}\n`, {
    title: message.subject || null,
    authors: message.from.filter(isKnown).map(mailbox),
    createdAt: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(message.sentAt ?? '') ? message.sentAt : null,
    images: [...pictures.all, ...sections.flatMap(({ images }) => images)],
    warnings: [...(message.warnings ?? []), ...warnings, ...sections.flatMap(({ warnings }) => warnings)],
    ...(signature !== null && { properties: { signature } }),
  });
}

function bodyOf(
  { html, text: plain, rtf }: Message,
  input: ParseInput,
  pictures: Pictures,
  show: (contentId: string) => string | null,
): { readonly body: string; readonly warnings: readonly ParseWarning[] } {
  if (html !== null && html.trim() !== '') {
    const page = parsePage({ text: html, mediaType: 'text/html' }, { scripts: false });
    const unfolding = new Unfolding(input.options);
    unfolding.unfold(page);
    const blocks = mapInline(readBlocks(page, null), (inline) => placeImage(inline, show));
    const body = writeBlocks(belowSubject(blocks), input.options.tables);
    if (body !== '') return { body, warnings: [...unfolding.warnings, ...otherWords(plain ?? '', body)] };
  }
  if (plain !== null && plain.trim() !== '') return { body: plainBody(plain), warnings: [] };
  if (rtf === undefined) return { body: '', warnings: [] };
  const { blocks, notes, omissions } = readRtf(rtf(), pictures, input.options);
  return {
    body: writeBlocks(belowSubject([...blocks, ...notes]), input.options.tables),
    warnings: omissions.warnings,
  };
}

function headingOf({ name, description = '' }: Attachment): string {
  return `Attachment: ${name}${description === '' || description === name ? '' : ` (${description})`}`;
}

function placeImage(inline: Inline, show: (contentId: string) => string | null): Inline[] {
  if (inline.kind !== 'image' || !/^cid:/i.test(inline.src)) return [inline];
  const src = show(decodeURIComponentSafely(inline.src.slice('cid:'.length)));
  if (src !== null) return [{ ...inline, src }];
  return inline.alt === '' ? [] : [text(inline.alt)];
}

function decodeURIComponentSafely(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function belowSubject(blocks: readonly Block[]): Block[] {
  return blocks.map((block) => (block.kind === 'heading' ? { ...block, level: Math.min(6, block.level + 1) } : block));
}

/** Plain text is kept verbatim, since people write it much like Markdown, except that nothing in it is a heading. */
function plainBody(body: string): string {
  return closed(
    body
      .replace(/\r\n?/g, '\n')
      .replace(/^([ \t]*)(#{1,6}(?=\s|$)|(?:=+|-+)[ \t]*$)/gm, '$1\\$2')
      .replace(/<(?=\/?h[1-6]\b)/gi, '&lt;')
      .replace(/\n{3,}/g, '\n\n')
      .replace(/^\n+/, '')
      .trimEnd(),
  );
}
