/** Zip archives made in a test. */
import { strToU8, zipSync } from 'fflate';
import type { Zippable } from 'fflate';

/**
 * An archive of the given members, in order. A member that declares the type is stored uncompressed, as formats
 * require.
 */
export function makeZip(members: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const files: Zippable = {};
  for (const [name, content] of Object.entries(members)) {
    const bytes = typeof content === 'string' ? strToU8(content) : content;
    files[name] = name === 'mimetype' ? [bytes, { level: 0 }] : bytes;
  }
  return zipSync(files);
}

/** The smallest PNG there is: one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
