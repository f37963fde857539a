import type { ParsedImage } from '../../engines/parse/types.ts';
import type { ObjectStore } from '../../platform/objects.ts';

export interface KeptImage {
  readonly name: string;
  readonly key: string;
  readonly media_type: string;
  readonly bytes: number;
  readonly page: number | null;
}

/** Keeps pictures under `prefix`, which ends with a slash, by their names. */
export async function keepImages(
  objects: Pick<ObjectStore, 'put'>,
  prefix: string,
  images: readonly ParsedImage[],
): Promise<KeptImage[]> {
  const kept: KeptImage[] = [];
  for (const { name, mediaType, bytes, page } of images) {
    const key = `${prefix}${name}`;
    await objects.put(key, bytes, mediaType);
    kept.push({ name, key, media_type: mediaType, bytes: bytes.byteLength, page });
  }
  return kept;
}
