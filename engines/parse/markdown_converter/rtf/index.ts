/** Rich Text Format to Markdown. */
import { documentOf } from '../../documents/document.ts';
import type { ParsedDocument, ParseInput } from '../../documents/types.ts';
import { writeBlocks } from '../../documents/markdown/blocks.ts';
import { headingTitle } from '../../documents/markdown/model.ts';
import { propertiesOf } from '../../documents/properties.ts';
import { Pictures } from '../shared/pictures.ts';
import { RtfReader, type RtfContent, type RtfOptions } from './reader.ts';
import { readTokens } from './tokens.ts';

/** Throws `empty` when there is neither text nor a picture. */
export function convertRtf(input: ParseInput): ParsedDocument {
  const pictures = new Pictures(input.options);
  const { blocks, notes, facts, own, omissions } = readRtf(input.bytes, pictures, input.options);
  const author = facts.get('author');
  const named = [...facts].flatMap(([name, value]) =>
    name === 'title' || name === 'author' ? [] : [[name === 'doccomm' ? 'description' : name, value] as const],
  );
  const markdown = writeBlocks([...blocks, ...notes], input.options.tables);
  if (markdown === '') throw omissions.empty('The document contains no text.');
  return documentOf(`${markdown}\n`, {
    title: facts.get('title') ?? headingTitle(blocks),
    authors: author === undefined ? [] : [author],
    properties: propertiesOf([...named, ...own]),
    warnings: [...omissions.warnings, ...pictures.warnings],
    images: pictures.all,
  });
}

/** What a file contains. Its pictures are added to those given. */
export function readRtf(bytes: Uint8Array, pictures: Pictures, options: RtfOptions): RtfContent {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return new RtfReader(pictures, options).read(readTokens(source));
}
