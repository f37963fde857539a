/**
 * Records of one name with different keys: they are different things, wherever documents give the same keys to the same
 * names.
 */
import type { AliasStatement } from './resolve.ts';

/** Two documents that give different keys of one kind to one name. */
export interface KeyConflict {
  /** The entity that has the name. */
  readonly main: string;
  readonly documents: readonly [string, string];
}

/** A statement with the normal form of its alias, such as "customer 17". */
export interface NamedStatement extends AliasStatement {
  readonly name: string;
}

/** Keys of one name that are compared. More of them are no keys. */
const MOST_KEYS = 20;

/**
 * The conflicts among these statements, of keys that stand for one name each. Each pair of keys is compared in its
 * first documents.
 */
export function keyConflicts(statements: readonly NamedStatement[]): KeyConflict[] {
  const keys = statements.filter(({ rule }) => rule === 'record_key');
  const mains = new Map<string, Set<string>>();
  for (const { alias, main } of keys) mains.set(alias, (mains.get(alias) ?? new Set()).add(main));
  // The number of a row stands for another name in each table.
  const certain = keys.filter(({ alias }) => mains.get(alias)?.size === 1);
  return [...Map.groupBy(certain, ({ main }) => main)].flatMap(([main, own]) => {
    if (own.length > MOST_KEYS) return [];
    return own.flatMap((one, at) =>
      own.slice(at + 1).flatMap((other): KeyConflict[] => {
        const [first, second] = [
          one.documents[0],
          other.documents.find((document) => !one.documents.includes(document)),
        ];
        const isOneKind = kindOf(one.name) === kindOf(other.name);
        return isOneKind && first !== undefined && second !== undefined ? [{ main, documents: [first, second] }] : [];
      }),
    );
  });
}

/** "customer" of "customer 17", "e" of "e 17". */
const kindOf = (key: string): string => key.slice(0, Math.max(0, key.search(/\p{N}/u))).trim();

/**
 * The statements as they are where the names of these entities are ambiguous: in each document, such a name stands for
 * the key that it has there.
 */
export function byKeys<S extends NamedStatement>(
  statements: readonly S[],
  ambiguous: ReadonlySet<string>,
  nameOf: (entity: string) => string,
): S[] {
  return statements.map((statement) => {
    const { alias, main, rule } = statement;
    return rule === 'record_key' && ambiguous.has(main)
      ? { ...statement, alias: main, main: alias, name: nameOf(main) }
      : statement;
  });
}
