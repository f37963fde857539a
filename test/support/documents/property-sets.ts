/** Property sets of Office files made in a test ([MS-OLEPS]). */
import { uint16, uint32 } from './doc.ts';

export interface PropertySetParts {
  /** Texts by number. */
  readonly values: Readonly<Record<number, string>>;
  /** Names that a user gave to values, by number. */
  readonly names?: Readonly<Record<number, string>>;
}

/** A stream of one or two sets, with texts in the code page 1252. */
export function makePropertySets(...sets: readonly PropertySetParts[]): Buffer {
  const bodies = sets.map(makeSet);
  const start = 28 + sets.length * 20;
  const starts = bodies.map((_, at) => bodies.slice(0, at).reduce((end, { length }) => end + length, start));
  const entries = starts.map((at) => Buffer.concat([Buffer.alloc(16), uint32(at)]));
  return Buffer.concat([uint16(0xfffe), Buffer.alloc(22), uint32(sets.length), ...entries, ...bodies]);
}

function makeSet({ values, names = {} }: PropertySetParts): Buffer {
  const entries: [number, Buffer][] = Object.entries(values).map(([id, text]) => [
    Number(id),
    padded(Buffer.concat([uint32(30), lengthAndText(text)])),
  ]);
  const named = Object.entries(names).map(([id, name]) => Buffer.concat([uint32(Number(id)), lengthAndText(name)]));
  if (named.length > 0) entries.push([0, padded(Buffer.concat([uint32(named.length), ...named]))]);
  let at = 8 + entries.length * 8;
  const places = entries.map(([id, bytes]) => {
    const place = Buffer.concat([uint32(id), uint32(at)]);
    at += bytes.length;
    return place;
  });
  return Buffer.concat([uint32(at), uint32(entries.length), ...places, ...entries.map(([, bytes]) => bytes)]);
}

const lengthAndText = (text: string): Buffer =>
  Buffer.concat([uint32(text.length + 1), Buffer.from(`${text}\0`, 'latin1')]);

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
