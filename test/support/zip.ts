/** Zip archives made in a test. */
import { strToU8, zipSync } from 'fflate';

/** An archive of the given members, in their order. */
export function makeZip(members: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const contents = Object.entries(members).map(([name, content]) => [
    name,
    typeof content === 'string' ? strToU8(content) : content,
  ]);
  return zipSync(Object.fromEntries(contents));
}

/** The smallest PNG there is: one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
