/** Metadata of an Office file: the property set `SummaryInformation` ([MS-OLEPS]). */
import type { Decode } from '../../../documents/charset/decoders.ts';
import { codePageDecoder } from './code-pages.ts';
import { streamOf, type CompoundEntry } from './compound-file.ts';
import { readFileTime } from './file-time.ts';

export interface Summary {
  readonly title: string | null;
  readonly authors: readonly string[];
  readonly createdAt: string | null;
  readonly properties: Readonly<Record<string, string>>;
}

const EMPTY: Summary = { title: null, authors: [], createdAt: null, properties: {} };
const CODE_PAGE = 1;
const TITLE = 2;
const SUBJECT = 3;
const AUTHOR = 4;
const KEYWORDS = 5;
const CREATED = 12;
const SAVED = 13;

/** Empty when the set is absent or damaged, since the text does not depend on it. */
export function readSummary(root: CompoundEntry): Summary {
  const stream = streamOf(root, '\u0005SummaryInformation');
  if (stream === null) return EMPTY;
  try {
    const values = readPropertySet(stream);
    const text = (id: number): string | null =>
      (values.get(id) ?? '').replace(/\s+/g, ' ').trim().slice(0, 1000) || null;
    const properties = [
      ['subject', text(SUBJECT)],
      ['keywords', text(KEYWORDS)],
      ['modified_at', text(SAVED)],
    ] as const;
    return {
      title: text(TITLE),
      authors: (text(AUTHOR) ?? '')
        .split(';')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
      createdAt: text(CREATED),
      properties: Object.fromEntries(properties.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))),
    };
  } catch (error) {
    if (error instanceof RangeError) return EMPTY;
    throw error;
  }
}

const MAX_PROPERTIES = 256;
const SHORT = 2;
const STRING = 30;
const WIDE_STRING = 31;
const FILE_TIME = 64;

/** Strings and times of the first section by property identifier. */
function readPropertySet(stream: Buffer): Map<number, string> {
  const section = stream.readUInt32LE(44);
  const count = Math.min(MAX_PROPERTIES, stream.readUInt32LE(section + 4));
  const places = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    const at = section + 8 + i * 8;
    places.set(stream.readUInt32LE(at), section + stream.readUInt32LE(at + 4));
  }
  const codePageAt = places.get(CODE_PAGE);
  const hasCodePage = codePageAt !== undefined && stream.readUInt32LE(codePageAt) === SHORT;
  const decode = codePageDecoder(hasCodePage ? stream.readUInt16LE(codePageAt + 4) : 1252);
  const values = new Map<number, string>();
  for (const [id, at] of places) {
    const value = readValue(stream, at, decode);
    if (value !== null) values.set(id, value);
  }
  return values;
}

function readValue(stream: Buffer, at: number, decode: Decode): string | null {
  switch (stream.readUInt32LE(at)) {
    case STRING:
      return decode(stream.subarray(at + 8, at + 8 + stream.readUInt32LE(at + 4))).split('\0', 1)[0] ?? '';
    case WIDE_STRING:
      return stream.toString('utf16le', at + 8, at + 8 + stream.readUInt32LE(at + 4) * 2).split('\0', 1)[0] ?? '';
    case FILE_TIME:
      return readFileTime(stream, at + 4);
    default:
      return null;
  }
}
