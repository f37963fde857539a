/** The pictures of an office file as inline content. */
import type { ParseOptions } from '../../options.ts';
import type { ParsedImage, ParseWarning } from '../../documents/types.ts';
import { text, type Inline } from '../../documents/markdown/model.ts';
import { Pictures } from './pictures.ts';

interface Placement {
  /** Alternative text; empty when there is none. */
  readonly alt: string;
  /** Link target of the picture, or `null`. */
  readonly href?: string | null;
  readonly page?: number | null;
}

export class PackagePictures {
  readonly #isWanted: boolean;
  readonly #read: (part: string) => Uint8Array | null;
  readonly #pictures: Pictures;
  readonly #addresses = new Map<string, string | null>();

  /** `read` returns the bytes of a part, or `null`. */
  constructor(options: Pick<ParseOptions, 'images'>, read: (part: string) => Uint8Array | null) {
    this.#isWanted = options.images === 'extract';
    this.#read = read;
    this.#pictures = new Pictures(options);
  }

  /** A part as a picture. */
  ofPart(part: string, placement: Placement): Inline {
    return this.#inline(() => this.#addressOf(part, placement.page ?? null), placement);
  }

  /** A picture inside the text. */
  embedded(read: () => Uint8Array, placement: Placement): Inline {
    return this.#inline(() => this.#pictures.show(read(), 'image', placement.page ?? null), placement);
  }

  /** An external picture, given by its address. */
  linked(address: string, placement: Placement): Inline {
    return this.#inline(() => (/^https?:\/\//i.test(address) ? address : null), placement);
  }

  /** Pictures that are disabled keep only their alternative text; unavailable ones have no address. */
  #inline(addressOf: () => string | null, { alt, href = null }: Placement): Inline {
    if (!this.#isWanted) return text(alt);
    const src = addressOf() ?? '';
    return src === '' && alt === '' ? text('') : { kind: 'image', alt, src, href };
  }

  get images(): readonly ParsedImage[] {
    return this.#pictures.all;
  }

  get warnings(): ParseWarning[] {
    return this.#pictures.warnings;
  }

  #addressOf(part: string, page: number | null): string | null {
    const known = this.#addresses.get(part);
    if (known !== undefined) return known;
    const address = this.#pictures.show(this.#read(part), part, page);
    this.#addresses.set(part, address);
    return address;
  }
}
