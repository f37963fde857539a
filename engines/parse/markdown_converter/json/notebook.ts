/** Jupyter notebooks: Markdown cells verbatim, code in fences, followed by its outputs. */
import { ServiceError } from '../../../../errors/index.ts';
import { documentOf } from '../../documents/document.ts';
import type { TextInput } from '../../documents/charset/decode.ts';
import type { ParseContext, ParsedDocument, ParseWarning } from '../../documents/types.ts';
import { writeBlocks } from '../../documents/markdown/blocks.ts';
import { linkDestination } from '../../documents/markdown/escape.ts';
import { closed } from '../../../text/markdown/closed.ts';
import { withoutClosing } from '../../../text/markdown/headings.ts';
import type { ConvertNested } from '../shared/nested.ts';
import { Pictures } from '../shared/pictures.ts';
import { fields, list, readNotebook, text, type Fields } from './notebook-format.ts';
import { append } from '../../documents/append.ts';

interface NotebookContext {
  readonly language: string;
  readonly pictures: Pictures;
  readonly convert: ConvertNested;
  /** Media types of the outputs that are not written, one for each. */
  readonly omitted: string[];
  /** Names of the files attached to cells whose text does not show them. */
  readonly attached: string[];
}

const PICTURES = ['image/png', 'image/jpeg', 'image/svg+xml', 'image/gif', 'image/webp'];

/** Throws `empty` for a notebook without content. */
export async function convertNotebook(
  notebook: Fields,
  input: TextInput,
  { signal }: ParseContext,
  convert: ConvertNested,
): Promise<ParsedDocument> {
  const { cells, metadata } = readNotebook(notebook);
  const kernel = text(fields(metadata['kernelspec'])['language']);
  const language = text(fields(metadata['language_info'])['name']) || kernel || 'python';
  const pictures = new Pictures(input.options);
  const blocks: string[] = [];
  const omitted: string[] = [];
  const attached: string[] = [];
  for (const cell of cells) {
    signal.throwIfAborted();
    append(blocks, await readCell(cell, { language, pictures, convert, omitted, attached }));
  }
  const markdown = blocks.filter((block) => block.trim() !== '').join('\n\n');
  if (markdown === '') throw new ServiceError('empty', 'The notebook contains no text.');
  const named = text(metadata['title']).trim() || text(metadata['name']).trim();
  return documentOf(`${markdown}\n`, {
    title: named || firstHeading(blocks)?.replace(/[*`]/g, '') || null,
    authors: list(metadata['authors'])
      .map((author) => text(author['name']).trim())
      .filter((name) => name !== ''),
    images: pictures.all,
    warnings: [
      ...omission('Outputs that are neither text nor pictures omitted', omitted),
      ...omission('Attached files that no text shows omitted', attached),
    ],
  });
}

function firstHeading(blocks: readonly string[]): string | undefined {
  for (const block of blocks) {
    const heading = /^#{1,6} (.*)$/m.exec(block)?.[1];
    if (heading !== undefined) return withoutClosing(heading.trim());
  }
  return undefined;
}

async function readCell(cell: Fields, context: NotebookContext): Promise<string[]> {
  const source = text(cell['source'] ?? cell['input'])
    .replace(/\r\n?/g, '\n')
    .trimEnd();
  switch (cell['cell_type']) {
    case 'markdown':
      return [closed(withAttachments(source, fields(cell['attachments']), context))];
    case 'heading':
      return [`${'#'.repeat(Math.min(6, Number(cell['level']) || 1))} ${source.replace(/\n/g, ' ')}`];
    case 'code': {
      const outputs: string[] = [];
      for (const output of list(cell['outputs'])) outputs.push(await readOutput(output, context));
      return [source === '' ? '' : fence(source, context.language), ...outputs];
    }
    default:
      return [source === '' ? '' : fence(source, null)];
  }
}

/** The richest form of an output that Markdown can represent. */
async function readOutput(output: Fields, { pictures, convert, omitted }: NotebookContext): Promise<string> {
  if (output['output_type'] === 'stream') return plain(text(output['text']));
  if (output['output_type'] === 'error' || output['output_type'] === 'pyerr') {
    const error = `${text(output['ename'])}: ${text(output['evalue'])}`;
    const trace = traceOf(output['traceback']).replace(COLOURS, '');
    return plain(trace.includes(error) ? trace : `${error}\n${trace}`);
  }
  const data: Fields = { ...fields(output['data']) };
  const alternative = plain(text(data['text/plain'] ?? output['text']));
  for (const type of PICTURES) {
    const content = text(data[type] ?? output[type.replace('image/', '')]);
    const bytes = Buffer.from(content, type === 'image/svg+xml' ? 'utf8' : 'base64');
    const src = content === '' ? null : pictures.add(bytes, 'output');
    if (src !== null) return `![](${src})`;
  }
  const markdown = text(data['text/markdown']) || text(data['text/latex']);
  if (markdown.trim() !== '') return closed(markdown.trim());
  const html = text(data['text/html'] ?? output['html']);
  if (html.includes('<table') || (html !== '' && alternative === '')) return htmlOutput(html, alternative, convert);
  if (alternative !== '') return alternative;
  const [kind] = Object.keys(data);
  if (kind !== undefined) omitted.push(kind);
  return '';
}

/** Entries are lines, or several of them. */
const traceOf = (lines: unknown): string =>
  Array.isArray(lines) ? lines.filter((line) => typeof line === 'string').join('\n') : '';

/** Names the different ones, of which a file may have any number. */
function omission(what: string, omitted: readonly string[]): ParseWarning[] {
  const names = [...new Set(omitted)].slice(0, 10).join(', ').slice(0, 200);
  const message = `${what}: ${omitted.length} (${names}).`;
  return omitted.length === 0 ? [] : [{ code: 'objects_omitted', message, page: null }];
}

/** Data frames output their table as HTML. */
async function htmlOutput(html: string, alternative: string, convert: ConvertNested): Promise<string> {
  try {
    const file = { name: 'output.html', read: () => Buffer.from(`<!doctype html>${html}`), declared: 'text/html' };
    return (await convert({ ...file, charset: 'utf-8' })).markdown.trim();
  } catch (error) {
    if (error instanceof ServiceError) return alternative;
    throw error;
  }
}

// oxlint-disable-next-line no-control-regex
const COLOURS = /\u001b\[[\d;?]*[A-Za-z]/g;

/** What a terminal shows in the end: no colours, and of a line that was written several times, the last one. */
function plain(output: string): string {
  const lines = output.replace(COLOURS, '').split(/\r?\n/);
  const clean = lines
    .map((line) => line.split('\r').findLast((part) => part !== '') ?? '')
    .join('\n')
    .trimEnd();
  return clean === '' ? '' : fence(clean, null);
}

function fence(code: string, language: string | null): string {
  return writeBlocks([{ kind: 'code', text: code, language }]);
}

/** Pictures pasted into a Markdown cell are linked as `attachment:name`. */
function withAttachments(source: string, attachments: Fields, { pictures, attached }: NotebookContext): string {
  const shown = new Set<string>();
  const written = source.replace(/\]\(attachment:([^)\s]{1,800})\)/g, (link, name: string) => {
    for (const form of [name, decode(name)]) shown.add(form);
    const forms = fields(attachments[decode(name)] ?? attachments[name]);
    const content = PICTURES.map((type) => text(forms[type])).find((form) => form !== '') ?? '';
    const src = pictures.add(Buffer.from(content, 'base64'), name);
    return src === null ? link : `](${linkDestination(src)})`;
  });
  append(
    attached,
    Object.keys(attachments).filter((name) => !shown.has(name)),
  );
  return written;
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
