/** Converts a message of Outlook that is a file by itself: `winmail.dat`. */
import type { ParseContext, ParsedDocument, ParseInput } from '../../documents/types.ts';
import type { ConvertNested } from '../shared/nested.ts';
import { convertMessage } from './message.ts';
import { readTnef } from './tnef.ts';

/** Throws `corrupt`, `empty`. */
export async function convertWinmail(
  input: ParseInput,
  context: ParseContext,
  convert: ConvertNested,
): Promise<ParsedDocument> {
  return convertMessage(readTnef(input.bytes), input, context, convert);
}
