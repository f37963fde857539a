/** JSON, JSON lines and notebooks. */
import { ServiceError } from '../../../../errors/index.ts';
import { documentOf } from '../../documents/document.ts';
import type { ParseContext, ParsedDocument } from '../../documents/types.ts';
import type { TextInput } from '../../documents/charset/decode.ts';
import { writeBlocks } from '../../documents/markdown/blocks.ts';
import type { ConvertNested } from '../shared/nested.ts';
import { indentJson } from './indent.ts';
import { isNotebook } from './notebook-format.ts';
import { convertNotebook } from './notebook.ts';
import { recordsTable } from './records.ts';

/**
 * Records (an array or lines of flat objects) become a table, a notebook its cells, everything else an indented
 * fence. Invalid JSON is fenced verbatim. Throws `empty`.
 */
export async function convertJson(
  input: TextInput,
  context: ParseContext,
  convert: ConvertNested,
): Promise<ParsedDocument> {
  const text = input.text.trim();
  if (text === '') throw new ServiceError('empty', 'The file contains no text.');
  const value = parse(text);
  if (value === undefined) return convertLines(text);
  if (isNotebook(value)) return convertNotebook(value, input, context, convert);
  return documentOf(`${recordsTable(value) ?? fence(indentJson(text))}\n`);
}

/** One value per line; an invalid line means that the file is not JSON. */
function convertLines(text: string): ParsedDocument {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  const values = lines.map(parse);
  const isJson = values.every((value) => value !== undefined);
  const message = 'The file is not valid JSON and is shown verbatim.';
  return documentOf(`${(isJson && recordsTable(values)) || fence(text.replace(/\r\n?/g, '\n'))}\n`, {
    warnings: isJson ? [] : [{ code: 'invalid_json', message, page: null }],
  });
}

/** `undefined` for invalid JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fence(text: string): string {
  return writeBlocks([{ kind: 'code', text, language: 'json' }]);
}
