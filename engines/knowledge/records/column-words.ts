/** What the names of tables and columns mean. */
import { lower, withoutAccents, words } from '../../text/words.ts';

/** Lower-case words: "customerId" and "Customer ID" are both customer, id. */
export function columnWords(name: string): string[] {
  const parted = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return Array.from(words(parted), ({ text }) => withoutAccents(lower(text)));
}

/** Last words of columns that hold an identifier. */
const KEYS = new Set('id key code number no nr num uuid guid sku isbn ref reference'.split(' '));

/**
 * What a column identifies by a key: "customer" for "customer_id", `''` for "id", the record itself; `null` if its name
 * does not say that it holds keys.
 */
export function keyOf(column: string): string | null {
  const parts = columnWords(column);
  return KEYS.has(parts.at(-1) ?? '') ? parts.slice(0, -1).join(' ') : null;
}

/** Words of sheets that nobody has named. */
const GENERIC = new Set(
  'sheet table tabelle blatt feuil feuille hoja planilha foglio data export records rows'.split(' '),
);

/**
 * What a row of a table of this name is, in the singular: "purchase order" for "Purchase_Orders 2026"; `''` if the name
 * says nothing.
 */
export function typeOf(name: string): string {
  const parts = columnWords(name).flatMap((word) => /^\P{N}+/u.exec(word)?.[0] ?? []);
  if (parts.every((word) => GENERIC.has(word))) return '';
  return [...parts.slice(-MOST_WORDS, -1), singular(parts.at(-1) ?? '')].join(' ');
}

const MOST_WORDS = 4;

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({ people: 'person', children: 'child', men: 'man', women: 'woman' }),
);

/** Of an English noun by its ending. */
function singular(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length < 4 || /(?:ss|us|is|series|species)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|zz|atus|irus|bus)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}
