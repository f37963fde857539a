/** Rich Text Format to Markdown. */
import { ServiceError } from '../../../../errors/index.ts';
import { documentOf } from '../../document.ts';
import type { ParsedDocument, ParseInput } from '../../types.ts';
import { writeBlocks } from '../../shared/markdown/blocks.ts';
import { headingTitle } from '../../shared/markdown/model.ts';
import { Pictures } from '../pictures.ts';
import { RtfReader } from './reader.ts';
import { readTokens } from './tokens.ts';

/** Throws `empty` when there is neither text nor a picture. */
export function convertRtf(input: ParseInput): ParsedDocument {
  const pictures = new Pictures(input.options);
  const { bytes } = input;
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const { blocks, notes, title, author } = new RtfReader(pictures).read(readTokens(source));
  const markdown = writeBlocks([...blocks, ...notes], input.options.tables);
  if (markdown === '') throw new ServiceError('empty', 'The document contains no text.');
  return documentOf(`${markdown}\n`, {
    title: title || headingTitle(blocks),
    authors: author === '' ? [] : [author],
    images: pictures.all,
  });
}
