/** Pictures and shapes with their properties, which may come before or after what they are about. */
import { descriptionOf } from '../shared/descriptions.ts';

interface OpenShape {
  /** Number of open groups at its start. */
  readonly depth: number;
  /** Name of the property of the shape around it whose value it is; empty for one in the text. */
  readonly role: string;
  readonly properties: Map<string, string>;
  /** Address of its picture, or `null`. */
  picture: string | null;
}

export interface Shape {
  readonly picture: string | null;
  readonly description: string;
  /** Text that is drawn as a shape. */
  readonly wordArt: string;
}

export class Shapes {
  readonly #open: OpenShape[] = [];
  /** Name of the property that is read. */
  #name = '';

  begin(depth: number): void {
    if (this.#open.at(-1)?.depth === depth) this.#open.pop();
    this.#open.push({ depth, role: this.#name, properties: new Map(), picture: null });
    this.#name = '';
  }

  setName(name: string): void {
    this.#name = name.trim();
  }

  setValue(value: string): void {
    this.#open.at(-1)?.properties.set(this.#name, value.trim());
    this.#name = '';
  }

  /** Whether the picture that is read is shown as such: others fill areas. */
  get isShown(): boolean {
    return /^(pib)?$/.test(this.#open.at(-1)?.role ?? '');
  }

  setPicture(address: string): void {
    const shape = this.#open.at(-1);
    if (shape !== undefined) shape.picture = address;
  }

  /** Ends the shape that started with `depth` open groups; `null` if there is none, or it is part of another. */
  end(depth: number): Shape | null {
    if (this.#open.at(-1)?.depth !== depth) return null;
    const shape = this.#open.pop();
    if (shape === undefined) return null;
    const { properties, picture, role } = shape;
    const around = this.#open.at(-1);
    if (around !== undefined && role !== '') around.picture ??= picture;
    if (role !== '') return null;
    const description = descriptionOf(undefined, properties.get('wzDescription'));
    return { picture, description, wordArt: properties.get('gtextUNICODE') ?? '' };
  }
}
