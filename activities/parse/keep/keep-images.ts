import type { ParsedImage } from '../../../engines/parse/documents/index.ts';
import type { KeptImage } from '../../../domain/parse/documents.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';

/** The metadata of a picture stored under `prefix`, which ends with a slash. */
export function keptImage(
  prefix: string,
  { name, mediaType, page }: Omit<ParsedImage, 'bytes'>,
  bytes: number,
): KeptImage {
  return { name, key: `${prefix}${name}`, media_type: mediaType, bytes, page };
}

/** Stores pictures under `prefix`, which ends with a slash, by their names. */
export async function keepImages(
  objects: Pick<ObjectStore, 'put'>,
  prefix: string,
  images: readonly ParsedImage[],
): Promise<KeptImage[]> {
  const kept: KeptImage[] = [];
  for (const { bytes, ...image } of images) {
    const one = keptImage(prefix, image, bytes.byteLength);
    await objects.put(one.key, bytes, one.media_type);
    kept.push(one);
  }
  return kept;
}
