/** Which names are merged, by the aliases that texts show. The order in which they were found decides nothing. */
import type { AliasRule } from '../options.ts';

/** That documents show one entity to be another one by another name. */
export interface AliasStatement {
  readonly alias: string;
  readonly main: string;
  readonly rule: AliasRule;
  readonly documents: readonly string[];
}

export interface AliasEntity {
  readonly id: string;
  /** Normal form. */
  readonly name: string;
  /** What kind of thing most chunks say it is; `null` when none does. */
  readonly type: string | null;
  /** Whether a document has it as a title and shows no alias of it: it is that document's subject. */
  readonly isSubject: boolean;
}

/** What an alias stands for. */
export interface Resolution {
  /** By alias: the entity that it stands for in all documents. */
  readonly everywhere: ReadonlyMap<string, string>;
  /** By alias, by document: the entity that it stands for there alone. */
  readonly within: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/**
 * An alias stands for an entity in all documents if every document that shows it agrees and the alias is specific.
 * Otherwise it does so in those documents alone that agree with themselves. Entities of different types are never
 * merged. `statements` are all that there are about their aliases.
 */
export function resolveAliases(
  statements: readonly AliasStatement[],
  entities: ReadonlyMap<string, AliasEntity>,
): Resolution {
  const byAlias = Map.groupBy(
    directed(
      statements.filter((one) => haveOneType(one, entities)),
      entities,
    ),
    ({ alias }) => alias,
  );
  const everywhere = new Map<string, string>();
  const within = new Map<string, ReadonlyMap<string, string>>();
  // What an alias stands for may be an alias itself: that one is settled first. Those in a circle stand for themselves.
  for (const alias of mainsFirst(byAlias)) {
    const about = byAlias.get(alias) ?? [];
    const main = onlyOne(about.map((statement) => everywhere.get(statement.main) ?? statement.main));
    if (main !== null && isSpecific(entities.get(alias), about)) everywhere.set(alias, main);
    else
      within.set(
        alias,
        agreedIn(about, (id, document) => everywhere.get(id) ?? within.get(id)?.get(document) ?? id),
      );
  }
  return { everywhere, within };
}

/**
 * Of two names that are given as aliases of each other, the one that more documents give as the main one; of equals the
 * first in the alphabet.
 */
function directed(statements: readonly AliasStatement[], entities: ReadonlyMap<string, AliasEntity>): AliasStatement[] {
  const nameOf = (id: string): string => entities.get(id)?.name ?? '';
  const support = new Map<string, Set<string>>();
  const key = (alias: string, main: string): string => `${alias} ${main}`;
  for (const { alias, main, documents } of statements) {
    const known = support.get(key(alias, main)) ?? new Set();
    for (const document of documents) known.add(document);
    support.set(key(alias, main), known);
  }
  return statements.filter(({ alias, main }) => {
    const [own, inverse] = [support.get(key(alias, main))?.size ?? 0, support.get(key(main, alias))?.size ?? 0];
    return own > inverse || (own === inverse && nameOf(main) < nameOf(alias));
  });
}

function haveOneType({ alias, main }: AliasStatement, entities: ReadonlyMap<string, AliasEntity>): boolean {
  const [one, other] = [entities.get(alias)?.type ?? null, entities.get(main)?.type ?? null];
  return one === null || other === null || one === other;
}

/** Letters of an abbreviation that is hardly short for anything else. */
const LONG_ABBREVIATION = 4;

/**
 * Whether an alias means the same where nothing explains it. Several words do, unless they are the subject of another
 * document; a single word such as "Grace" does not; an abbreviation does if it is long, or if two documents agree on
 * it.
 */
function isSpecific(entity: AliasEntity | undefined, about: readonly AliasStatement[]): boolean {
  if (entity === undefined || entity.isSubject) return false;
  if (entity.name.includes(' ')) return true;
  const documents = new Set(about.flatMap((statement) => statement.documents));
  const isAbbreviation = about.every(({ rule }) => rule === 'abbreviation');
  return isAbbreviation && (entity.name.length >= LONG_ABBREVIATION || documents.size > 1);
}

/**
 * The aliases, each after those that it stands for. Those in a circle, and what stands for one of these, are left out.
 */
function mainsFirst(byAlias: ReadonlyMap<string, readonly AliasStatement[]>): string[] {
  const waiting = new Map<string, Set<string>>();
  const waitedFor = new Map<string, string[]>();
  for (const [alias, about] of byAlias) {
    const mains = new Set(about.map(({ main }) => main).filter((main) => byAlias.has(main)));
    waiting.set(alias, mains);
    for (const main of mains) {
      const others = waitedFor.get(main);
      if (others) others.push(alias);
      else waitedFor.set(main, [alias]);
    }
  }
  const order = [...waiting].filter(([, mains]) => mains.size === 0).map(([alias]) => alias);
  for (const settled of order) {
    for (const alias of waitedFor.get(settled) ?? []) {
      const mains = waiting.get(alias);
      if (mains?.delete(settled) && mains.size === 0) order.push(alias);
    }
  }
  return order;
}

/** By document: what it says an alias stands for, if that is one thing. */
function agreedIn(
  about: readonly AliasStatement[],
  standsFor: (id: string, document: string) => string,
): ReadonlyMap<string, string> {
  const said = about.flatMap(({ main, documents }) =>
    documents.map((document) => ({ document, main: standsFor(main, document) })),
  );
  const agreed = new Map<string, string>();
  for (const [document, mains] of Map.groupBy(said, ({ document }) => document)) {
    const main = onlyOne(mains.map((one) => one.main));
    if (main !== null) agreed.set(document, main);
  }
  return agreed;
}

/** What all of these are; `null` when they differ. */
function onlyOne(ids: readonly string[]): string | null {
  const [first, ...others] = new Set(ids);
  return first !== undefined && others.length === 0 ? first : null;
}
