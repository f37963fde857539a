/** Makes the formats of a document from its Markdown, the places of its blocks, and its images. */
import { blocksJson } from './blocks-json.ts';
import type { BlocksSource } from './blocks-json.ts';
import { documentBlocks } from './document-blocks.ts';
import type { FormatSource } from './document-blocks.ts';
import { chunksJsonl } from './chunks-jsonl.ts';
import { htmlPage } from './html-page.ts';
import type { HtmlSource } from './html-page.ts';
import type { MadeFormat } from '../options.ts';
import { FileOutput } from '../documents/file-output.ts';
import { plainTextOf } from './plain-text.ts';
import { tableFiles } from './tables-csv.ts';
import type { ParseWarning } from '../documents/types.ts';

export interface FormatFile {
  readonly format: MadeFormat;
  /** File name, unique within the document. */
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** More tables are left out as files; they are among the blocks. */
const MAX_TABLE_FILES = 500;

/**
 * The files of the requested formats, each made when it is asked for; `zip` is made of files and not here. Throws
 * `output_too_large`.
 */
export function* formatFiles(
  source: BlocksSource & HtmlSource,
  formats: readonly MadeFormat[],
  warn: (warning: ParseWarning) => void,
): Generator<FormatFile> {
  for (const format of formats) {
    if (format === 'tables') yield* tables(source, warn);
    else if (format !== 'zip') yield { format, ...FILES[format](source) };
  }
}

const FILES = {
  blocks: (source: BlocksSource) => ({
    name: 'blocks.json',
    mediaType: 'application/json',
    bytes: blocksJson(source),
  }),
  html: (source: HtmlSource) => ({
    name: 'document.html',
    mediaType: 'text/html; charset=utf-8',
    bytes: htmlPage(source),
  }),
  text: (source: FormatSource) => ({
    name: 'document.txt',
    mediaType: 'text/plain; charset=utf-8',
    bytes: plainTextOf(source),
  }),
  chunks: (source: FormatSource) => ({
    name: 'chunks.jsonl',
    mediaType: 'application/x-ndjson',
    bytes: chunksJsonl(source),
  }),
  links: (source: FormatSource) => ({
    name: 'links.jsonl',
    mediaType: 'application/x-ndjson',
    bytes: linksJsonl(source),
  }),
};

/** The links in reading order, one a line. */
function linksJsonl(source: FormatSource): Uint8Array {
  const output = new FileOutput('links.jsonl');
  for (const { id, page, links } of documentBlocks(source)) {
    for (const link of links) output.add(`${JSON.stringify({ ...link, page, block_id: id })}\n`);
  }
  return output.bytes();
}

function* tables(source: FormatSource, warn: (warning: ParseWarning) => void): Generator<FormatFile> {
  const omit = (message: string): void => warn({ code: 'tables_omitted', message, page: null });
  let number = 0;
  for (const file of tableFiles(source)) {
    if (++number > MAX_TABLE_FILES) {
      omit(`Only the first ${MAX_TABLE_FILES} tables are CSV files; the blocks have all of them.`);
      return;
    }
    const { name, bytes } = file;
    if (bytes === null) omit(`${name} was not made: its merged cells are too large. The blocks have the table.`);
    else yield { format: 'tables', mediaType: 'text/csv; charset=utf-8', name, bytes };
  }
}
export type { Embedded } from './html-page.ts';
