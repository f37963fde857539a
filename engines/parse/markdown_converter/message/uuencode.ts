/** Files in uuencode, the encoding of attachments before MIME; some programs still declare it as `x-uuencode`. */

const HEAD = /^\s*begin [0-7]{3,4} [^\r\n]*\r?\n/;

/** The file in a text that begins with `begin 644 name`; other bytes as they are. */
export function decodeUuencoded(bytes: Uint8Array): Uint8Array {
  const head = HEAD.exec(Buffer.from(bytes.subarray(0, 1000)).toString('latin1'));
  if (head === null) return bytes;
  const lines = Buffer.from(bytes.subarray(head[0].length)).toString('latin1').split(/\r?\n/);
  const end = lines.indexOf('end');
  return Buffer.concat(lines.slice(0, end === -1 ? undefined : end).map(decodeLine));
}

/** The first character is the number of bytes; four characters of six bits, from the space on, are three bytes. */
function decodeLine(line: string): Buffer {
  const values = Array.from(line, (character) => (character.charCodeAt(0) - 0x20) & 0x3f);
  const [length = 0, ...sextets] = values;
  const decoded = Buffer.alloc(length);
  for (let at = 0; at < length; at++) {
    const from = Math.floor((at * 8) / 6);
    const [high = 0, low = 0] = [sextets[from], sextets[from + 1]];
    decoded[at] = (((high << 6) | low) >> (4 - (at % 3) * 2)) & 0xff;
  }
  return decoded;
}
