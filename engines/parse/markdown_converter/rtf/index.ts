/** Rich Text Format to Markdown. */
import { ServiceError } from '../../../../errors/index.ts';
import { documentOf } from '../../documents/document.ts';
import type { ParsedDocument, ParseInput } from '../../documents/types.ts';
import { writeBlocks } from '../../documents/markdown/blocks.ts';
import { headingTitle } from '../../documents/markdown/model.ts';
import { Pictures } from '../shared/pictures.ts';
import { RtfReader, type RtfContent } from './reader.ts';
import { readTokens } from './tokens.ts';

/** Throws `empty` when there is neither text nor a picture. */
export function convertRtf(input: ParseInput): ParsedDocument {
  const pictures = new Pictures(input.options);
  const { blocks, notes, title, author } = readRtf(input.bytes, pictures);
  const markdown = writeBlocks([...blocks, ...notes], input.options.tables);
  if (markdown === '') throw new ServiceError('empty', 'The document contains no text.');
  return documentOf(`${markdown}\n`, {
    title: title || headingTitle(blocks),
    authors: author === '' ? [] : [author],
    images: pictures.all,
  });
}

/** What a file contains. Its pictures are added to those given. */
export function readRtf(bytes: Uint8Array, pictures: Pictures): RtfContent {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return new RtfReader(pictures).read(readTokens(source));
}
