import { ServiceError } from '../../../../errors/index.ts';
import { documentOf } from '../../documents/document.ts';
import { writeBlocks } from '../../documents/markdown/blocks.ts';
import { headingTitle, type Block } from '../../documents/markdown/model.ts';
import type { ParsedDocument, ParseInput } from '../../documents/types.ts';

/** The document of these blocks. Without a title of its own it gets that of its first heading. Throws `empty`. */
export function documentOfBlocks(
  blocks: readonly Block[],
  { options }: Pick<ParseInput, 'options'>,
  facts: Partial<Omit<ParsedDocument, 'markdown'>>,
): ParsedDocument {
  const markdown = writeBlocks(blocks, options.tables);
  if (markdown === '') throw new ServiceError('empty', 'The document contains no text.');
  return documentOf(`${markdown}\n`, { ...facts, title: facts.title ?? headingTitle(blocks) });
}
