/** What a provenance says of sources: its evidence names them, or it does so itself. */
import { isObject } from '../../../platform/is-object.ts';
import type { Item } from './item.ts';
import type { Source, SourceOrigin } from './source.ts';

type Provenance = Item['provenance'];

/** The sources in a provenance, each once: those that it quotes before those that were only shown to a model. */
export function sourcesIn(provenance: Provenance): readonly string[] {
  const quoted = [provenance, ...evidenceIn(provenance)].map(({ source }) => source);
  const { sources: shown } = provenance;
  const named: readonly unknown[] = [...quoted, ...(Array.isArray(shown) ? shown : [])];
  return [...new Set(named.filter((source) => typeof source === 'string'))];
}

/** Where what it quotes comes from; empty for a source of which nothing is known. */
export function originsIn(provenance: Provenance): readonly Readonly<Record<string, unknown>>[] {
  const quoted = [provenance, ...evidenceIn(provenance)].filter(({ source }) => typeof source === 'string');
  return quoted.map(({ origin }) => (isObject(origin) ? origin : {}));
}

function evidenceIn({ evidence }: Provenance): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(evidence) ? evidence.filter(isObject) : [];
}

/** Where sources come from, of those of which it is known. */
export type Origins = ReadonlyMap<string, SourceOrigin>;

export function originsOf(sources: readonly Source[]): Origins {
  const known = sources.filter(({ origin }) => Object.keys(origin).length > 0);
  return new Map(known.map(({ id, origin }) => [id, origin]));
}

/** The item, with where the sources in its provenance come from. */
export function withOrigins(item: Item, origins: Origins): Item {
  const { evidence, ...rest } = item.provenance;
  if (!Array.isArray(evidence)) return { ...item, provenance: withOrigin(rest, origins) };
  const known: readonly unknown[] = evidence.map((found: unknown) =>
    isObject(found) ? withOrigin(found, origins) : found,
  );
  return { ...item, provenance: { ...withOrigin(rest, origins), evidence: known } };
}

function withOrigin(said: Readonly<Record<string, unknown>>, origins: Origins): Readonly<Record<string, unknown>> {
  const origin = typeof said['source'] === 'string' ? origins.get(said['source']) : undefined;
  return origin === undefined ? said : { ...said, origin };
}
