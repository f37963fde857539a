/** Which columns of a table say what each of its rows is called. */
import { isDate } from '../names/dates.ts';
import { LONGEST_NAME, normalName } from '../names/normal.ts';
import { columnWords, keyOf, typeOf } from './column-words.ts';
import { hasValue } from './table.ts';
import type { Columns } from './table.ts';

export interface Identity {
  /** Their values together are the name of a row. */
  readonly columns: readonly number[];
  /** A column of keys beside them, by which other tables may refer to a row; `null` without one. */
  readonly key: number | null;
}

/**
 * The first of these that the table has. A candidate has a different value of at most 120 code units in each row.
 *
 * 1. A column called name, title, label or as the type, such as "product_name" or "product".
 * 2. A first and a last name that no two rows share.
 * 3. A column of keys with letters, such as "E-17": called id, code, number and the like.
 * 4. A column of keys that are numbers.
 * 5. The first column of words, not of numbers or dates, with at most 8 words a value.
 * 6. The first two, or else the first three columns of short values together, even if rows share them.
 *
 * Names are best for people, keys stay unique when rows are added. `type` is what a row is: the key of a customer is in
 * "id" or "customer_id".
 */
export function identityOf({ columns: names, rows }: Columns, type: string): Identity {
  const table = { columns: names, rows: rows.filter(hasValue) };
  const facts = table.columns.map((name, index) => describeColumn(table, type, name, index));
  const unique = facts.filter(({ isUnique }) => isUnique);
  const alone =
    unique.find(({ isTitle }) => isTitle) ??
    fullName(table, facts) ??
    unique.find(({ key, hasWords }) => key !== null && hasWords) ??
    unique.find(({ key }) => key !== null) ??
    unique.find(({ isShort, hasWords }) => isShort && hasWords);
  const columns = alone === undefined ? firstShort(table, facts) : 'index' in alone ? [alone.index] : alone;
  const key = unique.find(({ key, index }) => (key === '' || key === type) && !columns.includes(index));
  return { columns, key: key?.index ?? null };
}

interface ColumnFacts {
  readonly index: number;
  readonly isUnique: boolean;
  /** Whether its name says that it names rows. */
  readonly isTitle: boolean;
  /** See `keyOf`. */
  readonly key: string | null;
  /** Whether at least half of its values begin with a letter and are no dates. */
  readonly hasWords: boolean;
  /** Whether no value has more than 8 words. */
  readonly isShort: boolean;
}

const TITLES = new Set(['name', 'title', 'label', 'titel', 'nom', 'nombre', 'nome', 'titre']);
const FIRST = new Set(['first', 'given', 'vorname', 'prenom', 'firstname']);
const LAST = new Set(['last', 'family', 'nachname', 'surname', 'lastname']);
/** What stands before "name" where it is a part of the name, or the name of something else. */
const OTHER_NAMES = new Set(['middle', 'user', 'nick', 'file', 'host', ...FIRST, ...LAST]);
const MOST_WORDS = 8;

function describeColumn({ rows }: Columns, type: string, name: string, index: number): ColumnFacts {
  const seen = new Set<string>();
  let [isUnique, isShort, withWords, filled] = [true, true, 0, 0];
  for (const { cells } of rows) {
    const value = cells[index] ?? '';
    if (value === '' || value.length > LONGEST_NAME) isUnique = false;
    if (value === '') continue;
    filled++;
    isShort &&= value.length <= LONGEST_NAME && value.split(' ').length <= MOST_WORDS;
    const normal = normalName(value);
    if (/^\p{L}/u.test(normal) && !isDate(normal)) withWords++;
    if (!isUnique) continue;
    isUnique = normal !== '' && !seen.has(normal);
    seen.add(normal);
  }
  const parts = columnWords(name);
  return {
    index,
    isShort,
    key: keyOf(name),
    hasWords: filled > 0 && 2 * withWords >= filled,
    isUnique: isUnique && filled > 0,
    isTitle: (TITLES.has(parts.at(-1) ?? '') && !OTHER_NAMES.has(parts.at(-2) ?? '')) || typeOf(name) === type,
  };
}

/** The columns of first and last names, where each row has another one. */
function fullName(table: Columns, facts: readonly ColumnFacts[]): readonly number[] | undefined {
  const called = (names: ReadonlySet<string>) =>
    facts.find(({ index }) => names.has(columnWords(table.columns[index] ?? '')[0] ?? ''));
  const [first, last] = [called(FIRST), called(LAST)];
  if (!first || !last) return undefined;
  const columns = [first.index, last.index];
  return areUnique(table, columns) ? columns : undefined;
}

function firstShort(table: Columns, facts: readonly ColumnFacts[]): readonly number[] {
  const short = facts.filter(({ isShort }) => isShort).map(({ index }) => index);
  const two = short.slice(0, 2);
  return areUnique(table, two) ? two : short.slice(0, 3);
}

function areUnique({ rows }: Columns, columns: readonly number[]): boolean {
  const values = rows.map(({ cells }) => normalName(columns.map((column) => cells[column] ?? '').join(' ')));
  return new Set(values).size === values.length;
}
