/** Faults that a scripted model plants in its items: the same ones in every run. */
import { createHash } from 'node:crypto';

/** A number over 0 up to 1 that depends on the text alone. */
export function chanceOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
}

/** One of the choices, or `null`: a share of all texts gets one, each as often. */
export function plantedIn<Fault extends string>(text: string, share: number, faults: readonly Fault[]): Fault | null {
  const chance = chanceOf(`fault ${text}`);
  return chance >= share ? null : (faults[Math.floor((chance / share) * faults.length)] ?? null);
}

export interface PlantedFaults {
  readonly fault: string;
  readonly planted: number;
  /** Those that the items of a tool still have. */
  readonly kept: number;
}

interface PlantedFault {
  readonly fault: string;
  /** The text that it is a duplicate of; it is no fault without that one. */
  readonly repeats?: string | undefined;
  /** What the model knows of a question without its passages. */
  readonly known?: string | undefined;
}

/** What was planted, by the text that an item asks with. */
export class Planted {
  readonly #faults = new Map<string, PlantedFault>();

  add(text: string, fault: string, more: Omit<PlantedFault, 'fault'> = {}): void {
    this.#faults.set(keyOf(text), { fault, ...more });
  }

  /** Another text takes its place, and its fault. */
  replace(text: string, other: string): void {
    const planted = this.#faults.get(keyOf(text));
    if (planted === undefined) return;
    this.#faults.delete(keyOf(text));
    this.#faults.set(keyOf(other), planted);
  }

  faultOf(text: string): string | null {
    return this.#faults.get(keyOf(text))?.fault ?? null;
  }

  knownOf(text: string): string | null {
    return this.#faults.get(keyOf(text))?.known ?? null;
  }

  among(texts: readonly string[]): readonly PlantedFaults[] {
    const found = new Set(texts.map(keyOf));
    return [...Map.groupBy(this.#faults, ([, { fault }]) => fault)]
      .map(([fault, of]) => ({
        fault,
        planted: of.length,
        kept: of.filter(([key, { repeats }]) => found.has(key) && (repeats === undefined || found.has(keyOf(repeats))))
          .length,
      }))
      .sort((a, b) => (a.fault < b.fault ? -1 : 1));
  }
}

const keyOf = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');
