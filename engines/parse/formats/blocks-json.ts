/** The blocks of a document as JSON: a head with its pages, then one block a line. */
import type { PageSize } from '../documents/types.ts';
import { documentBlocks } from './document-blocks.ts';
import type { FormatSource } from './document-blocks.ts';
import { FileOutput } from '../documents/file-output.ts';

/** Increases when members change their meaning. */
export const SCHEMA_VERSION = '1.0';

export interface BlocksSource extends FormatSource {
  readonly title: string | null;
  readonly language: string | null;
  readonly pageSizes: readonly PageSize[];
}

/** Throws `output_too_large`. */
export function blocksJson(source: BlocksSource): Uint8Array {
  const { title, language, pageSizes, pages } = source;
  const sizes = new Map(pageSizes.map(({ page, width, height }) => [page, { width, height }]));
  const head = {
    schema_version: SCHEMA_VERSION,
    title,
    language,
    pages: pages.map(({ page, start, end }) => ({
      page,
      ...(sizes.get(page) ?? { width: null, height: null }),
      markdown: { start, end },
    })),
  };
  const output = new FileOutput('blocks.json');
  output.add(`${JSON.stringify(head).slice(0, -1)},"blocks":[`);
  let separator = '\n';
  for (const block of documentBlocks(source)) {
    output.add(`${separator}${JSON.stringify(block)}`);
    separator = ',\n';
  }
  output.add('\n]}\n');
  return output.bytes();
}
