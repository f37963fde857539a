/**
 * The compression of RTF in messages ([MS-OXRTFCP]): copies from a 4 KB ring buffer, preset with common control
 * words.
 */

const RING = 4096;
const HEADER = 16;
const COMPRESSED = 0x75465a4c;
const MAX_BYTES = 64 * 1024 * 1024;
/** The most that an item becomes: a copy of two bytes in the stream. */
const LONGEST = 17;
const START =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor ' +
  'MS Sans ' +
  'SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par ' +
  '\\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';

/** Empty for a stream without a header; without the zeros that some programs write at the end. */
export function decompressRtf(stream: Buffer): Buffer {
  const rtf = decompress(stream);
  let end = rtf.length;
  while (end > 0 && rtf[end - 1] === 0) end--;
  return rtf.subarray(0, end);
}

function decompress(stream: Buffer): Buffer {
  if (stream.length < HEADER) return Buffer.alloc(0);
  if (stream.readUInt32LE(8) !== COMPRESSED) return stream.subarray(HEADER);
  const ring = Buffer.alloc(RING);
  ring.write(START, 'latin1');
  // Of eight copies and their control byte, 17 bytes become 136. The last ones may exceed the end and the limit.
  const bytes = Buffer.allocUnsafe(Math.min(stream.length * 8, MAX_BYTES) + 8 * LONGEST);
  const out = { length: 0 };
  let writeAt = START.length;
  const put = (byte: number): void => {
    bytes[out.length++] = byte;
    ring[writeAt] = byte;
    writeAt = (writeAt + 1) % RING;
  };
  // Each control byte has one bit for each of the next eight items: literal or copy.
  for (let at = HEADER; at < stream.length && out.length < MAX_BYTES;) {
    const control = stream[at++] ?? 0;
    for (let bit = 0; bit < 8 && at < stream.length; bit++) {
      if (((control >> bit) & 1) === 0) {
        put(stream[at++] ?? 0);
        continue;
      }
      const reference = ((stream[at] ?? 0) << 8) | (stream[at + 1] ?? 0);
      at += 2;
      const from = reference >> 4;
      if (from === writeAt) return bytes.subarray(0, out.length);
      for (let i = 0; i < (reference & 15) + 2; i++) put(ring[(from + i) % RING] ?? 0);
    }
  }
  return bytes.subarray(0, out.length);
}
