/** Sections: groups of slides with a name. */
import { walk, type XmlElement } from '../../documents/xml.ts';
import { text, type Block } from '../../documents/markdown/model.ts';
import type { Relationship } from '../shared/ooxml/package.ts';

/** Names the section of a slide before the first slide of it that is read. */
export class Sections {
  readonly #names = new Map<string, string>();
  #current = '';

  constructor(presentation: XmlElement, relationships: ReadonlyMap<string, Relationship>) {
    const all = [...walk(presentation)];
    const parts = new Map(
      all
        .filter(({ name }) => name === 'p:sldId')
        .map(({ attributes }) => [attributes['id'], relationships.get(attributes['r:id'] ?? '')?.target ?? '']),
    );
    for (const section of all.filter(({ name }) => name.endsWith(':section'))) {
      for (const { attributes } of walk(section)) {
        const part = parts.get(attributes['id']);
        if (part !== undefined) this.#names.set(part, section.attributes['name'] ?? '');
      }
    }
  }

  begin(part: string): Block[] {
    const name = this.#names.get(part) ?? '';
    const isNew = name !== '' && name !== this.#current;
    this.#current = name;
    return isNew ? [{ kind: 'paragraph', content: [text(`Section: ${name}`)] }] : [];
  }
}
