/** Personal data and secrets in a text, by their form and checksums. Names and addresses of people have none. */
import ipaddr from 'ipaddr.js';
import { ibanLength, isIban, isLuhn } from './checksums.ts';
import { SECRETS } from './secrets.ts';

export const PERSONAL_DATA = [
  ...(['email_address', 'payment_card', 'iban', 'us_ssn', 'ip_address', 'phone_number', 'secret'] as const),
] as const;
export type PersonalData = (typeof PERSONAL_DATA)[number];

/** What was found, without the text itself, which is not to be copied. */
export interface Found {
  readonly kind: PersonalData;
  /** UTF-16 code units, end exclusive. */
  readonly start: number;
  readonly end: number;
}

type Span = Omit<Found, 'kind'>;
type Find = (text: string) => Iterable<Span>;

/** Where several kinds claim a span, the first has it. */
const FINDERS: Readonly<Record<PersonalData, Find>> = {
  secret: (text) => SECRETS.flatMap((secret) => [...spansOf(text, secret)]),
  iban: ibans,
  email_address: emails,
  ip_address: addresses,
  us_ssn: (text) => spansOf(text, /(?<![\d-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/g),
  payment_card: (text) => numbers(text, isCard),
  phone_number: (text) => numbers(text, isPhone),
};

/** In the order of the text; no two overlap. Time grows with the length of the text. */
export function findPersonalData(text: string, kinds: readonly PersonalData[] = PERSONAL_DATA): Found[] {
  const taken = new Uint8Array(text.length);
  const found: Found[] = [];
  for (const kind of Object.keys(FINDERS) as PersonalData[]) {
    for (const { start, end } of FINDERS[kind](text)) {
      if (taken.subarray(start, end).includes(1)) continue;
      taken.fill(1, start, end);
      if (kinds.includes(kind)) found.push({ kind, start, end });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function* spansOf(text: string, pattern: RegExp): Generator<Span> {
  for (const { 0: found, index } of text.matchAll(pattern)) yield { start: index, end: index + found.length };
}

const LOCAL_PART = /[\p{L}\p{N}._%+-]{1,64}$/u;
const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}\p{L}{2,24}/u;
/** Of a local part and a domain (RFC 5321). */
const LONGEST = { local: 64, domain: 255 };

function* emails(text: string): Generator<Span> {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const local = LOCAL_PART.exec(text.slice(Math.max(0, at - LONGEST.local), at));
    const domain = DOMAIN.exec(text.slice(at + 1, at + 1 + LONGEST.domain));
    if (local && domain) yield { start: at - local[0].length, end: at + 1 + domain[0].length };
  }
}

const IBAN_START = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}/giu;

function* ibans(text: string): Generator<Span> {
  for (const { 0: prefix, index } of text.matchAll(IBAN_START)) {
    const length = ibanLength(prefix.slice(0, 2));
    if (length === null) continue;
    let iban = '';
    let end = index;
    while (iban.length < length && /[\dA-Z ]/i.test(text.charAt(end))) iban += text.charAt(end++).trim();
    if (iban.length === length && isIban(iban) && !/[\p{L}\p{N}]/u.test(text.charAt(end))) yield { start: index, end };
  }
}

const ADDRESS = /(?<![\p{L}\p{N}.:])(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f:]{3,45})(?![\p{L}\p{N}:]|\.\d)/giu;
/** These are of no one's. */
const GENERAL = new Set(['loopback', 'unspecified', 'broadcast']);

function* addresses(text: string): Generator<Span> {
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const isAddress = found.includes('.') ? ipaddr.IPv4.isValidFourPartDecimal(found) : ipaddr.IPv6.isValid(found);
    if (isAddress && !GENERAL.has(ipaddr.parse(found).range())) yield { start: index, end: index + found.length };
  }
}

/** Digits in groups, with an extension. */
const NUMBER = /(?<![\p{L}\p{N}.:_+(-]|\d,)[+(]{0,2}\d(?:[ ()./-]{0,2}\d){6,18}(?:x\d{2,6})?(?![\p{L}\p{N}_:])/gu;

function* numbers(text: string, isOne: (written: string, before: string) => boolean): Generator<Span> {
  for (const { 0: found, index } of text.matchAll(NUMBER)) {
    if (isOne(found, text.slice(Math.max(0, index - NEARBY), index))) yield { start: index, end: index + found.length };
  }
}

const digitsOf = (written: string): string => written.replaceAll(/\D/g, '');

/** First digits of the networks' numbers (ISO/IEC 7812), and their lengths. */
const CARD = /^(?:[2-6]\d{11,18}|1800\d{11})$/;

const isCard = (written: string): boolean =>
  /^[\d -]{1,40}$/.test(written) && CARD.test(digitsOf(written)) && isLuhn(digitsOf(written));

/** Characters before a number in which a word may say what it is. */
const NEARBY = 24;
const CALLED =
  /\b(?:phone|tel|telephone|mobile|cell|call|fax|desk|office|hotline|handy|telefon|rufnummer)\b[^\p{N}]{0,16}$/iu;
/** Country code, or area code in brackets. */
const INTERNATIONAL = /^(?:\+|00|\()/;
/** Three groups or more, or an area code and a number. */
const GROUPED = /^(?:\d{1,4}(?:[ ./-]{1,2}\d{2,5}){2,5}|0\d{2,5}[ /-]\d{5,8})$/;
/** An amount, in groups of three. */
const AMOUNT = /^\d{1,2}(?:[ .]\d{3}){2,6}$/;
const DATE = /^(?:(?:19|20)\d{2}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d{2})(?![./-]?\d)/;
/** Digits of a number of the international plan (E.164), and of one without a country code. */
const PHONE_DIGITS = { least: 7, most: 15, mostNational: 12 };

function isPhone(written: string, before: string): boolean {
  const [number = ''] = written.split('x');
  const { length } = digitsOf(number);
  if (length < PHONE_DIGITS.least || length > PHONE_DIGITS.most || DATE.test(number)) return false;
  if (INTERNATIONAL.test(number) || CALLED.test(before)) return true;
  return length <= PHONE_DIGITS.mostNational && GROUPED.test(number) && !AMOUNT.test(number);
}
