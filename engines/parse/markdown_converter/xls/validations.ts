/** Rules for what may be entered in cells. */
import { referenceOf } from '../shared/workbook/grid.ts';
import { isKnown, message, type Validation } from '../shared/workbook/sheet-extras.ts';
import type { XlsRecord } from './records.ts';
import { StringReader } from './strings.ts';

const ANY = 0;
const LIST = 3;
const HAS_CHOICES = 0x80;
/** Token of a text in a formula. */
const TEXT = 0x17;

function readArea(reader: StringReader): string {
  const [top, bottom, left, right] = [reader.uint16(), reader.uint16(), reader.uint16(), reader.uint16()];
  const first = referenceOf(top, left);
  return top === bottom && left === right ? first : `${first}:${referenceOf(bottom, right)}`;
}

/** `null` for one without choices, messages or a rule. Throws a RangeError for a damaged record. */
export function readValidation({ parts }: XlsRecord): Validation | null {
  const flags = parts[0]?.readUInt32LE(0) ?? 0;
  const reader = new StringReader(parts, 4);
  const [promptTitle = '', refusalTitle = '', prompt = '', refusal = ''] = Array.from({ length: 4 }, () =>
    reader.read(2),
  );
  const size = reader.uint16();
  reader.skip(2);
  let choices: string[] = [];
  if ((flags & 15) === LIST && (flags & HAS_CHOICES) !== 0 && size > 0) {
    if (reader.uint8() !== TEXT) return null;
    choices = reader.read(1).split('\0');
  } else reader.skip(size);
  reader.skip(reader.uint16() + 2);
  const areas: string[] = [];
  for (let left = reader.uint16(); left > 0 && !reader.isAtEnd; left--) areas.push(readArea(reader));
  // An empty text has the character 0.
  const messages = { prompt: message(promptTitle, prompt), refusal: message(refusalTitle, refusal) };
  const isRule = (flags & 15) !== ANY && (flags & 15) !== LIST;
  const validation = { on: areas.join(' '), choices, isRule, ...messages };
  return isKnown(validation) ? validation : null;
}
