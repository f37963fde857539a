/** What corrections about names make of the aliases that texts show. */
import type { Resolution } from './resolve.ts';

/** That names are one entity's, or that they are not. */
export interface NameCorrection {
  readonly id: string;
  readonly kind: 'merge' | 'separate';
  /** Entities; of a merge, the one that stands for the others is the first. */
  readonly entities: readonly string[];
}

export interface Corrected extends Resolution {
  /** By entity that stands for another one by a correction: the correction. */
  readonly correctedBy: ReadonlyMap<string, string>;
}

/** Entities that corrections merge. */
interface Group {
  main: string;
  readonly members: Set<string>;
}

/**
 * The resolution as the corrections, in the order in which they count, leave it: a later one wins over an earlier one,
 * and all of them win over what texts show. Merged entities bring the names that already stand for them.
 */
export function correctAliases({ everywhere, within }: Resolution, corrections: readonly NameCorrection[]): Corrected {
  const { groups, apart, correctedBy } = together(corrections);
  if (corrections.length === 0) return { everywhere, within, correctedBy };
  const mains = merged(everywhere, new Set(groups.values()), correctedBy);
  for (const [one, others] of apart) for (const other of others) separate(mains, one, other);
  const corrected = new Map<string, ReadonlyMap<string, string>>();
  for (const [alias, ofDocuments] of within) {
    if (mains.has(alias)) continue;
    const kept = [...ofDocuments].flatMap(([document, shown]): [string, string][] => {
      const main = mains.get(shown) ?? shown;
      const isApart = main === alias || apart.get(alias)?.has(shown) === true || apart.get(alias)?.has(main) === true;
      return isApart ? [] : [[document, main]];
    });
    if (kept.length > 0) corrected.set(alias, new Map(kept));
  }
  return { everywhere: mains, within: corrected, correctedBy };
}

/** What the corrections say together. */
function together(corrections: readonly NameCorrection[]) {
  const groups = new Map<string, Group>();
  const apart = new Map<string, Set<string>>();
  const correctedBy = new Map<string, string>();
  for (const { id, kind, entities } of corrections) {
    if (kind === 'separate') takeApart(groups, apart, entities);
    else {
      join(groups, entities);
      for (const one of entities) {
        const others = apart.get(one);
        if (others) for (const other of entities) others.delete(other);
      }
      for (const entity of entities) correctedBy.set(entity, id);
    }
  }
  return { groups, apart, correctedBy };
}

function join(groups: Map<string, Group>, entities: readonly string[]): void {
  const [main, ...others] = entities;
  if (main === undefined || others.length === 0) return;
  const alone = { main, members: new Set<string>() };
  for (const entity of entities) {
    const group = groups.get(entity) ?? alone;
    group.members.add(entity);
    groups.set(entity, group);
  }
  unite(
    groups,
    entities.flatMap((entity) => groups.get(entity) ?? []),
    main,
  );
}

/** The entities leave the groups that they share, except the main one, or else the first. */
function takeApart(groups: Map<string, Group>, apart: Map<string, Set<string>>, entities: readonly string[]): void {
  for (const [group, together] of Map.groupBy(entities, (entity) => groups.get(entity))) {
    if (group === undefined) continue;
    const stays = together.includes(group.main) ? group.main : together[0];
    for (const entity of together) {
      if (entity === stays) continue;
      group.members.delete(entity);
      groups.delete(entity);
    }
    // One name alone is as if nothing had merged it.
    if (stays !== undefined && group.members.size === 1) groups.delete(stays);
  }
  for (const entity of entities) {
    const others = apart.get(entity) ?? new Set();
    for (const other of entities) if (other !== entity) others.add(other);
    apart.set(entity, others);
  }
}

/**
 * What each alias stands for once the groups, with all that stands for their members, are merged. What a member stood
 * for is decided with it.
 */
function merged(
  everywhere: ReadonlyMap<string, string>,
  groups: ReadonlySet<Group>,
  correctedBy: Map<string, string>,
): Map<string, string> {
  const sets = new Map<string, Group>();
  const setOf = (entity: string): Group => {
    const known = sets.get(entity) ?? { main: entity, members: new Set([entity]) };
    sets.set(entity, known);
    return known;
  };
  for (const [alias, main] of everywhere) {
    setOf(main).members.add(alias);
    sets.set(alias, setOf(main));
  }
  for (const { main, members } of groups) {
    for (const member of members) {
      const { main: root } = setOf(member);
      const correction = correctedBy.get(member);
      if (correction !== undefined && !correctedBy.has(root)) correctedBy.set(root, correction);
    }
    unite(sets, [...members].map(setOf), main);
  }
  return new Map([...sets].flatMap(([entity, { main }]) => (entity === main ? [] : [[entity, main]])));
}

/**
 * The smaller sets join the largest, so that an entity moves only into a set at least twice as large as its own was.
 */
function unite(sets: Map<string, Group>, united: readonly Group[], main: string): void {
  const [largest, ...smaller] = [...new Set(united)].sort((a, b) => b.members.size - a.members.size);
  if (largest === undefined) return;
  largest.main = main;
  for (const member of smaller.flatMap(({ members }) => [...members])) {
    largest.members.add(member);
    sets.set(member, largest);
  }
}

/** Of two entities that stand for the same one, one stands for itself. */
function separate(mains: Map<string, string>, one: string, other: string): void {
  const root = mains.get(one) ?? one;
  if (root === (mains.get(other) ?? other)) mains.delete(other === root ? one : other);
}
