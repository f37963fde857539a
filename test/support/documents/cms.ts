/** S/MIME files (CMS) made in a test, without certificates and signers. */

const SEQUENCE = 0x30;
const SIGNED_DATA = '2a864886f70d010702';
export const ENVELOPED_DATA = '2a864886f70d010703';
const DATA = '2a864886f70d010701';

/** What is signed, or a signature alone. `streamed` writes it in pieces whose number is not known beforehand. */
export function makeSigned(content: Uint8Array | string | null, { streamed = false } = {}): Buffer {
  const bytes = content === null ? null : Buffer.from(content);
  const inner = bytes === null ? [] : [streamed ? pieces(bytes) : element(0x04, bytes)];
  return contentInfo(
    SIGNED_DATA,
    element(
      SEQUENCE,
      element(0x02, Buffer.from([1])),
      element(0x31),
      element(SEQUENCE, identifier(DATA), ...(inner.length === 0 ? [] : [element(0xa0, ...inner)])),
      element(0x31),
    ),
  );
}

export function contentInfo(type: string, content: Buffer): Buffer {
  return element(SEQUENCE, identifier(type), element(0xa0, content));
}

const identifier = (hex: string): Buffer => element(0x06, Buffer.from(hex, 'hex'));

export function element(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const length = Buffer.alloc(5, 0x84);
  length.writeUInt32BE(content.length, 1);
  return Buffer.concat([Buffer.from([tag]), content.length < 0x80 ? Buffer.from([content.length]) : length, content]);
}

function pieces(bytes: Buffer): Buffer {
  const parts = [];
  for (let at = 0; at < bytes.length; at += 1000) parts.push(element(0x04, bytes.subarray(at, at + 1000)));
  return Buffer.concat([Buffer.from([0x24, 0x80]), ...parts, Buffer.alloc(2)]);
}
