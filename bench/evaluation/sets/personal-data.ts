/** Sentences with marked personal data: the synthetic dataset of Presidio (`synth_dataset_v2.json`, Microsoft, MIT). */
import type { PersonalData } from '../../../engines/safety/personal-data.ts';
import { isFitted, readRows } from './files.ts';
import type { Folders } from './files.ts';

export interface MarkedText {
  readonly isFitted: boolean;
  readonly text: string;
  readonly marks: readonly { readonly kind: PersonalData; readonly start: number; readonly end: number }[];
}

const KINDS: ReadonlyMap<string, PersonalData> = new Map([
  ['EMAIL_ADDRESS', 'email_address'],
  ['CREDIT_CARD', 'payment_card'],
  ['IBAN_CODE', 'iban'],
  ['US_SSN', 'us_ssn'],
  ['IP_ADDRESS', 'ip_address'],
  ['PHONE_NUMBER', 'phone_number'],
]);

interface Row {
  readonly full_text: string;
  readonly spans: readonly {
    readonly entity_type: string;
    readonly start_position: number;
    readonly end_position: number;
  }[];
}

/** Marks of kinds that have no form of their own, such as names, are left out. */
export const markedTexts = (folders: Folders): MarkedText[] =>
  readRows<Row>(folders, 'synth_dataset_v2.json').map(({ full_text: text, spans }) => ({
    isFitted: isFitted(text),
    text,
    marks: spans.flatMap(({ entity_type, start_position: start, end_position: end }) => {
      const kind = KINDS.get(entity_type);
      return kind === undefined ? [] : [{ kind, start, end }];
    }),
  }));
