/** Writes all files of a document as one ZIP archive: from the object store, into it, a piece at a time. */
import { Readable } from 'node:stream';
import { Zip, ZipPassThrough } from 'fflate';
import type { DocumentMetadata, DocumentFile } from '../../../domain/parse/documents.ts';
import { formatKeyOf, markdownKeyOf } from '../../../domain/parse/keys.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';

const NAME = 'document.zip';
const ZIP_TYPE = 'application/zip';
/** What an entry takes besides its bytes and twice its name, and what the end takes. */
const PER_ENTRY = 128;
const AT_END = 64;

interface Entry {
  readonly name: string;
  readonly key: string;
  readonly bytes: number;
}

/**
 * The Markdown, the files, and the images where the Markdown links to them. Entries are stored, not compressed: that
 * would hold up the other work of this process, and images are compressed already.
 */
export async function keepZip(
  objects: Pick<ObjectStore, 'getStream' | 'putStream'>,
  folder: string,
  { metadata, files }: { readonly metadata: DocumentMetadata; readonly files: readonly DocumentFile[] },
  signal: AbortSignal,
): Promise<DocumentFile> {
  const entries: Entry[] = [
    { name: 'document.md', key: markdownKeyOf(folder), bytes: metadata.markdown_bytes },
    ...files.map(({ name, bytes }) => ({ name, key: formatKeyOf(folder, name), bytes })),
    ...metadata.images.map(({ name, key, bytes }) => ({ name: `images/${name}`, key, bytes })),
  ];
  const maxBytes = entries.reduce((sum, { name, bytes }) => sum + bytes + 2 * name.length + PER_ENTRY, AT_END);
  let bytes = 0;
  const archive = async function* (): AsyncGenerator<Uint8Array> {
    for await (const part of zipped(objects, entries, signal)) {
      bytes += part.byteLength;
      yield part;
    }
  };
  await objects.putStream(formatKeyOf(folder, NAME), Readable.from(archive()), ZIP_TYPE, { maxBytes, signal });
  return { format: 'zip', name: NAME, media_type: ZIP_TYPE, bytes };
}

async function* zipped(
  objects: Pick<ObjectStore, 'getStream'>,
  entries: readonly Entry[],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    ready.push(part);
  });
  const taken = (): Uint8Array[] => {
    const parts = ready;
    ready = [];
    return parts;
  };
  for (const { name, key } of entries) {
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    for await (const part of await objects.getStream(key, signal)) {
      entry.push(part);
      yield* taken();
    }
    entry.push(new Uint8Array(), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
