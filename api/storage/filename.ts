/** Longest name that common file systems take, in bytes of UTF-8. */
const MAX_BYTES = 255;

/**
 * The name of a file as it may be kept and shown: its last path segment without control and direction characters, at
 * most 255 bytes. Never used as a path or key. `file` when nothing is left.
 */
export function safeFilename(given: string): string {
  const segment = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = segment.replace(/(?!\p{Join_C})[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu, '').trim();
  const name = truncate(clean, MAX_BYTES);
  return name === '' || name === '.' || name === '..' ? 'file' : name;
}

/** Shortens the stem, not the extension, and never within a character. */
function truncate(name: string, maxBytes: number): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  const stem = Array.from(name.slice(0, name.length - extension.length));
  while (Buffer.byteLength(stem.join('')) + extension.length > maxBytes) stem.pop();
  return stem.join('') + extension;
}
