/** Tracked changes: deleted content is apart from the text, inserted text is between two marks in it. */
import type { Format } from '../../documents/markdown/model.ts';
import { childrenOf, descend, type XmlElement } from '../../documents/xml.ts';

/** Deleted content that was inside other deleted content; deeper nesting is an attack. */
const MAX_DEPTH = 8;

export class TrackedChanges {
  readonly #deletions = new Map<string, XmlElement>();
  readonly #insertions = new Set<string>();
  /** Insertions around the text that is read. */
  readonly #open = new Set<string>();
  /** Number of deletions around the text that is read. */
  #depth = 0;

  /** Of a body of text. Without `isMarked`, the text is read as if all changes were accepted. */
  constructor(text: XmlElement | undefined, isMarked: boolean) {
    if (!isMarked) return;
    for (const region of childrenOf(descend(text, 'text:tracked-changes'), 'text:changed-region')) {
      const id = region.attributes['text:id'] ?? region.attributes['xml:id'] ?? '';
      const deletion = descend(region, 'text:deletion');
      if (deletion !== undefined) this.#deletions.set(id, deletion);
      if (descend(region, 'text:insertion') !== undefined) this.#insertions.add(id);
    }
  }

  /** Calls `read` with what the mark of a change stands for, if that was deleted: once, whatever marks there are. */
  readDeleted({ attributes }: XmlElement, read: (deleted: XmlElement) => void): void {
    const id = attributes['text:change-id'] ?? '';
    const deleted = this.#deletions.get(id);
    if (deleted === undefined || this.#depth === MAX_DEPTH) return;
    this.#deletions.delete(id);
    this.#depth++;
    read(deleted);
    this.#depth--;
  }

  begin({ attributes }: XmlElement): void {
    const id = attributes['text:change-id'] ?? '';
    if (this.#insertions.has(id)) this.#open.add(id);
  }

  end({ attributes }: XmlElement): void {
    this.#open.delete(attributes['text:change-id'] ?? '');
  }

  /** The format of text at this place. */
  marked(format: Format): Format {
    return this.#open.size === 0 || format.change !== null ? format : { ...format, change: 'ins' };
  }
}
