/** The names and facts of a record, as its lines state them. */
import { STOP_WORDS, type Language } from '../../text/stop-words.ts';
import type { TypedName } from '../extraction/with-rules.ts';
import type { Span } from '../../text/span.ts';
import { chunkNames } from '../names/chunk-names.ts';
import { isDate } from '../names/dates.ts';
import { nameCandidates } from '../names/known-names.ts';
import { normalName } from '../names/normal.ts';
import { keyOf } from './column-words.ts';
import type { Alias } from '../aliases/alias.ts';
import { fieldsOf, valuesOf } from './fields.ts';
import type { Field } from './fields.ts';
import { referenceOf } from './records.ts';

/** A record, or a part of one that is too long for a chunk. */
export interface RecordText {
  readonly name: string;
  /** See `TableRecord`. */
  readonly type: string;
  readonly text: string;
  readonly language: Language;
}

export interface RecordFact {
  /** Normal forms of names of the record. */
  readonly subject: string;
  readonly object: string;
  /** The column. */
  readonly predicate: string;
  /** The line that states it, in code units of the text, end exclusive. */
  readonly start: number;
  readonly end: number;
}

/** Code units of a value of the column "type" that is one. */
const LONGEST_TYPE = 40;

/** What the record itself is: its column "type" may say more than its table does. */
export function entityType({ type, text }: Pick<RecordText, 'type' | 'text'>): string {
  const field = fieldsOf(text).find(({ column }) => column.toLowerCase() === 'type');
  const value = field === undefined ? '' : text.slice(field.value.start, field.value.end);
  return value.length <= LONGEST_TYPE && /\p{L}/u.test(value) ? normalName(value) : type;
}

const MOST_NAMES = 200;
const MOST_FACTS = 100;
const MOST_SPANS = 32;

/** The names that a record may have, if they are titles elsewhere. */
export function recordCandidates({ type, text, language }: RecordText): string[] {
  const values = fieldsOf(text).flatMap((field) =>
    valuesOf(text, field).flatMap(({ start, end }) => referenceOf(type, field.column, text.slice(start, end)) ?? []),
  );
  return [...values.map(normalName), ...Array.from(nameCandidates(text, language), ({ name }) => name)];
}

export interface ReadRecord {
  readonly names: readonly TypedName[];
  readonly facts: readonly RecordFact[];
  /** Its key stands for its name: what refers to the one refers to the other. */
  readonly aliases: readonly Alias[];
}

/**
 * At most 200 names and 100 facts. A value is a name if it is known from elsewhere, or short and begins with a capital;
 * the fact is record – column – value. Other numbers, dates and long values state no fact; names within long values are
 * mentioned.
 */
export function readRecord(record: RecordText, isKnown: (name: string) => boolean): ReadRecord {
  const { name, text, language } = record;
  const own = normalName(name);
  const type = entityType(record);
  const names = new Map<string, TypedName>([[own, { name: own, label: name, role: 0, type, spans: [] }]]);
  const facts: RecordFact[] = [];
  const aliases: Alias[] = [];
  const fields = fieldsOf(text);
  for (const field of fields) {
    for (const span of valuesOf(text, field)) {
      const value = nameIn(record, field, span, isKnown);
      if (value === null) continue;
      const known = names.get(value.name);
      if (known === undefined && names.size >= MOST_NAMES) continue;
      const spans = [...(known?.spans ?? []), span].slice(0, MOST_SPANS);
      const { column: predicate, start, end } = field;
      const isKey = value.name !== own && isOwnKey(record, field) && isKnown(value.name);
      names.set(value.name, { ...(known ?? value), spans, ...(isKey && { type }) });
      if (isKey) aliases.push({ alias: value.name, name: own, rule: 'record_key', start, end });
      else if (value.name !== own && facts.length < MOST_FACTS)
        facts.push({ subject: own, predicate, object: value.name, start, end });
    }
  }
  for (const found of chunkNames({ title: name, text: withoutColumns(text, fields), language }, isKnown)) {
    if (found.role > 0 || names.has(found.name) || names.size >= MOST_NAMES) continue;
    names.set(found.name, { ...found, label: text.slice(found.spans[0]?.start, found.spans[0]?.end), type: null });
  }
  return { names: [...names.values()], facts, aliases };
}

/** The name that a value is; `null` if it is none. */
function nameIn(
  { type, text, language }: RecordText,
  { column }: Field,
  { start, end }: Span,
  isKnown: (name: string) => boolean,
): TypedName | null {
  const label = referenceOf(type, column, text.slice(start, end));
  if (label === null) return null;
  const name = normalName(label);
  if (!isKnown(name) && !isNew(text.slice(start, end), name, language)) return null;
  return { name, label, role: 0, type: null, spans: [] };
}

/** Whether a field is what other records refer to it by. */
function isOwnKey({ type }: RecordText, { column }: Field): boolean {
  const key = keyOf(column);
  return key === '' || key === type;
}

/** What tables write for yes, no and nothing. */
const NO_NAMES = new Set(['true', 'false', 'yes', 'no', 'none', 'null', 'n a', 'na', 'nan', 'unknown', 'tbd', 'total']);

/** Words of a name with small letters, such as "Elm plank". */
const MOST_SMALL = 3;

/** Whether a value that is known from nowhere is a name: it begins with a capital, and is no phrase. */
function isNew(value: string, name: string, language: Language): boolean {
  if (!/^\p{Lu}|^\p{Lo}/u.test(value) || /@|:\/\//.test(value)) return false;
  if (name.length < 2 || NO_NAMES.has(name) || STOP_WORDS[language].has(name) || isDate(name)) return false;
  const small = value.split(' ').filter((word) => /^\p{Ll}/u.test(word));
  const inner = small.filter((word) => STOP_WORDS[language].has(word));
  return small.length === inner.length || (inner.length === 0 && value.split(' ').length <= MOST_SMALL);
}

/** The values at their places; what stands for the columns ends a sentence. */
function withoutColumns(text: string, fields: readonly Field[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const { start, value } of fields) {
    parts.push(text.slice(end, start), `${' '.repeat(Math.max(0, value.start - start - 1))}\n`);
    end = value.start;
  }
  return [...parts, text.slice(end)].join('');
}
