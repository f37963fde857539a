/** Collects the pictures of a document. */
import { createHash } from 'node:crypto';
import { signatureType } from '../../../../platform/media-type/signatures.ts';
import type { ParseOptions } from '../../options.ts';
import type { ParsedImage, ParseWarning } from '../../documents/types.ts';

const MAX_PICTURES = 1000;
const MAX_BYTES = 128 * 1024 * 1024;

/** Types that browsers display, with their usual suffix. */
const SUFFIX: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'image/png': 'png',
    'image/jpeg': 'jpg',
    'image/gif': 'gif',
    'image/webp': 'webp',
    'image/avif': 'avif',
    'image/bmp': 'bmp',
    'image/svg+xml': 'svg',
  }),
);

export class Pictures {
  readonly #isWanted: boolean;
  readonly #byHash = new Map<string, string>();
  readonly #images = new Map<string, ParsedImage>();
  #bytes = 0;
  #omitted = 0;

  constructor(options: Pick<ParseOptions, 'images'>) {
    this.#isWanted = options.images === 'extract';
  }

  get all(): ParsedImage[] {
    return [...this.#images.values()];
  }

  /** Of the pictures that were to be shown. */
  get warnings(): ParseWarning[] {
    if (this.#omitted === 0) return [];
    const message =
      'Pictures omitted because they are missing, too large, or of a type that browsers do not show: ' +
      `${this.#omitted}.`;
    return [{ code: 'pictures_omitted', message, page: null }];
  }

  /** As {@link add}; a picture that cannot be shown, or is missing (`null`), is counted for the warnings. */
  show(bytes: Uint8Array | null, name: string, page: number | null = null): string | null {
    const address = bytes === null ? null : this.add(bytes, name, page);
    if (address === null && this.#isWanted) this.#omitted++;
    return address;
  }

  /**
   * Stores a picture, deduplicated, and returns the address for Markdown. `null` when pictures are disabled, browsers
   * cannot display it, or there are too many. `name` is the file's name, as a hint.
   */
  add(bytes: Uint8Array, name: string, page: number | null = null): string | null {
    const mediaType = pictureType(bytes);
    const suffix = SUFFIX.get(mediaType ?? '');
    if (!this.#isWanted || mediaType === null || suffix === undefined) return null;
    const hash = createHash('sha256').update(bytes).digest('hex');
    const known = this.#byHash.get(hash);
    if (known !== undefined) return known;
    if (this.#images.size === MAX_PICTURES || this.#bytes + bytes.length > MAX_BYTES) return null;
    this.#bytes += bytes.length;
    const unique = this.#uniqueName(name, suffix);
    this.#images.set(unique, { name: unique, mediaType, bytes, page });
    this.#byHash.set(hash, `images/${unique}`);
    return `images/${unique}`;
  }

  #uniqueName(name: string, suffix: string): string {
    const base = name.replace(/^.*[\\/]/, '').replace(/\.\w+$/, '');
    const clean =
      base
        .replace(/[^A-Za-z0-9_-]+/g, '-')
        .replace(/^-|-$/g, '')
        .slice(0, 60) || 'image';
    let unique = `${clean}.${suffix}`;
    for (let count = 2; this.#images.has(unique); count++) unique = `${clean}-${count}.${suffix}`;
    return unique;
  }
}

function pictureType(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 1000)).toString('latin1');
  return /<svg[\s>]/.test(start) && start.trimStart().startsWith('<') ? 'image/svg+xml' : signatureType(bytes);
}
