/** TAR archives made in a test. */

/** A header and its content. `type` is 0 for files. */
export function tarEntry(name: string, content: string | Uint8Array, type = '0'): Buffer {
  const bytes = Buffer.from(content);
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write(type, 156);
  header.write('ustar\0', 257);
  return Buffer.concat([header, bytes, Buffer.alloc(-bytes.length & 511)]);
}

export const makeTar = (members: Readonly<Record<string, string | Uint8Array>>): Buffer =>
  Buffer.concat([...Object.entries(members).map(([name, content]) => tarEntry(name, content)), Buffer.alloc(1024)]);
