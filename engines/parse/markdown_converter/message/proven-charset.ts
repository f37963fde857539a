/** Text parts whose bytes are UTF-8, whatever charset their sender declares. */
import { isUtf8 } from 'node:buffer';

/** Other encodings have no bytes that could prove it. */
const RAW = /^content-transfer-encoding:[ \t]*"?(?:8bit|binary)/im;
const CHARSET = /^(content-type:[ \t]*text\/[^;\s]+;[^\n]*?\bcharset[ \t]*=[ \t]*"?)([\w.:-]+)/im;
/** Quoted or on a line of its own, it is a parameter like others. */
const FOLDED = /\r?\n[ \t]+/g;

/** The message with the charset `utf-8` for parts in eight bits, if it is valid UTF-8 beyond ASCII as a whole. */
export function withProvenCharset(bytes: Uint8Array): Uint8Array {
  if (!isUtf8(bytes) || bytes.every((byte) => byte < 0x80)) return bytes;
  const sections = Buffer.from(bytes)
    .toString('latin1')
    .split(/(\r?\n\r?\n)/);
  const declared = sections.map((section, index) => {
    const start = index === 0 ? 0 : headStart(section);
    if (start === -1) return section;
    const head = section.slice(start);
    const unfolded = head.replace(FOLDED, ' ');
    if (!RAW.test(unfolded) || !CHARSET.test(unfolded)) return section;
    return section.slice(0, start) + unfolded.replace(CHARSET, '$1utf-8');
  });
  return Buffer.from(declared.join(''), 'latin1');
}

/** Where the headers of a part begin, below the line of its boundary, or -1. */
function headStart(section: string): number {
  const boundary = section.startsWith('--') ? 0 : section.lastIndexOf('\n--') + 1;
  return boundary === 0 && !section.startsWith('--') ? -1 : boundary;
}
