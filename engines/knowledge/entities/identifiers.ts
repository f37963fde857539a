/** Identifiers behind a name, and in columns. */

export interface NamedBy {
  readonly kind: 'identifier' | 'number';
  readonly value: string;
  /** Behind it, in the given text. */
  readonly end: number;
}

/** Schemes that give one thing one identifier. */
const SCHEME =
  /^[ ,;([]{0,3}(orcid|isni|viaf|wikidata|imo|lei)(?: (?:id|number|no\.?))?:? ?(?:https?:\/\/[a-z.]{1,30}\/(?:wiki\/)?)?(q?\d[\da-z-]{3,24})/i;
/** Who is given numbers, and by what word. */
const NUMBERED =
  /^[ ,;([]{0,3}(employee|staff|personnel|member|membership|customer|client|patient|student|matriculation|account|licen[cs]e|badge|payroll) ?(?:number|no\.?|nr\.?|id|#)?:? ?([a-z]{0,4}-?\d[\d-]{2,15})/i;
const NUMBERED_IN_GERMAN =
  /^[ ,;([]{0,3}(personal|kunden|matrikel|mitglieds|patienten)-?(?:nummer|nr\.?):? ?([a-z]{0,4}-?\d[\d-]{2,15})/i;

export function identifierAt(text: string): NamedBy | null {
  const [found, scheme = '', id = ''] = SCHEME.exec(text) ?? [];
  const value = identifierOf(scheme, id);
  return found === undefined || value === null ? null : { kind: 'identifier', value, end: found.length };
}

export function numberAt(text: string): NamedBy | null {
  const [found, who = '', id = ''] = NUMBERED.exec(text) ?? NUMBERED_IN_GERMAN.exec(text) ?? [];
  if (found === undefined) return null;
  return { kind: 'number', value: `${who} ${id}`.toLowerCase(), end: found.length };
}

/** The identifier in a column, such as "ORCID" or "wikidata_id"; `null` in other columns. */
export function isOneOfItsKind(column: readonly string[], value: string): string | null {
  const [scheme = '', ...more] = column;
  return more.length > 1 || (more.length === 1 && more[0] !== 'id' && more[0] !== 'number')
    ? null
    : identifierOf(scheme, /[^/\s]{1,40}$/.exec(value.trim())?.[0] ?? '');
}

/** Scheme and identifier in lower case, without hyphens; `null` if the scheme has no such identifier. */
function identifierOf(scheme: string, id: string): string | null {
  const [name, plain] = [scheme.toLowerCase(), id.toLowerCase().replaceAll('-', '')];
  const isValid = FORMS[name]?.(plain) ?? false;
  // ORCID numbers are ISNI numbers.
  return isValid ? `${name === 'orcid' ? 'isni' : name} ${plain}` : null;
}

const FORMS: Readonly<Record<string, (id: string) => boolean>> = {
  orcid: hasCheckDigit,
  isni: hasCheckDigit,
  viaf: (id) => /^\d{5,22}$/.test(id),
  wikidata: (id) => /^q\d{1,10}$/.test(id),
  imo: (id) => /^\d{7}$/.test(id),
  lei: (id) => /^[\da-z]{18}\d{2}$/.test(id),
};

/** ISO 7064 MOD 11-2, as of ORCID and ISNI. */
function hasCheckDigit(id: string): boolean {
  if (!/^\d{15}[\dx]$/.test(id)) return false;
  const sum = Array.from(id.slice(0, -1)).reduce((total, digit) => (total + Number(digit)) * 2, 0);
  const check = (12 - (sum % 11)) % 11;
  return id.endsWith(check === 10 ? 'x' : String(check));
}
