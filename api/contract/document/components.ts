/** Components of the OpenAPI document: content used in several places, each once under its name. */
import { isDeepStrictEqual } from 'node:util';

export type Json = null | boolean | number | string | Json[] | { [member: string]: Json };

const SECTIONS = ['schemas', 'parameters', 'headers', 'responses', 'examples'] as const;
type Section = (typeof SECTIONS)[number];

export class Components {
  /** By section and name: what it is, and where it was first used. */
  readonly #known = new Map<string, { readonly content: Json; readonly place: string }>();

  /**
   * Keeps `content` under its name and returns a reference to it. Throws when the name is already used for different
   * content. The error names both locations.
   */
  share(section: Section, name: string, content: Json, place: string): Json {
    const path = `${section}/${name}`;
    const first = this.#known.get(path) ?? { content, place };
    if (!isDeepStrictEqual(first.content, content)) {
      throw new Error(
        `Two different components are named ${path}: one at ${first.place}, one at ${place}. Rename one of them.`,
      );
    }
    this.#known.set(path, first);
    return { $ref: `#/components/${path}` };
  }

  /** The sections of the document, each sorted by name. */
  sections(): { [section: string]: Json } {
    const sorted = [...this.#known].sort(([a], [b]) => a.localeCompare(b));
    return Object.fromEntries(
      SECTIONS.map((section) => [
        section,
        Object.fromEntries(
          sorted
            .filter(([path]) => path.startsWith(`${section}/`))
            .map(([path, { content }]) => [path.slice(section.length + 1), content]),
        ),
      ]),
    );
  }
}
