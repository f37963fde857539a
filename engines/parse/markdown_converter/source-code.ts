/** Converts source code and XML to one fence, verbatim. */
import { ServiceError } from '../../../errors/index.ts';
import { documentOf } from '../documents/document.ts';
import type { ParsedDocument } from '../documents/types.ts';
import type { TextInput } from '../documents/charset/decode.ts';
import { writeBlocks } from '../documents/markdown/blocks.ts';

/** The fence's language comes from the media type: `text/x-python`. Throws `empty`. */
export function convertSourceCode(input: TextInput): ParsedDocument {
  const text = input.text.replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd();
  if (text === '') throw new ServiceError('empty', 'The file contains no text.');
  const language = input.mediaType.replace(/^(text|application)\/(x-)?/, '');
  return documentOf(`${writeBlocks([{ kind: 'code', text, language }])}\n`);
}
