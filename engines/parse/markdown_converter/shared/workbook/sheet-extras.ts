/** What a worksheet has beside its cells: heads and feet of its pages, and rules for what may be entered. */
import { unescapeText } from './cell-text.ts';

export interface Validation {
  /** References of the cells. */
  readonly on: string;
  /** The values that may be chosen, if the sheet itself lists them. */
  readonly choices: readonly string[];
  /** What is shown to who enters a value; may be empty. */
  readonly prompt: string;
  /** What is shown when a value breaks the rule; may be empty. */
  readonly refusal: string;
  /** Whether it limits values by another rule than a list: numbers, dates, a formula. */
  readonly isRule: boolean;
}

/** Whether it has anything to write or to count. */
export const isKnown = ({ choices, prompt, refusal, isRule }: Validation): boolean =>
  isRule || choices.length > 0 || prompt !== '' || refusal !== '';

/** A message and its title, each of which may be empty. */
export const message = (...parts: readonly string[]): string =>
  parts
    .map((words) => words.replace(/[\s\0]+/g, ' ').trim())
    .filter((words) => words !== '')
    .join(': ');

export interface SheetExtras {
  /** Codes of heads and feet by the name of their element: `oddHeader`, `firstFooter`. */
  readonly headers: ReadonlyMap<string, string>;
  readonly validations: readonly Validation[];
  /** Number of lists of values that are not read. */
  readonly unreadLists: number;
  /** Number of named sets of values for some cells. */
  readonly scenarios: number;
}

type Attributes = Readonly<Record<string, string>>;

/** Reads them from the elements of a sheet. */
export class ExtrasReader {
  readonly #headers = new Map<string, string>();
  readonly #pages = new Set(['odd']);
  readonly #validations: Validation[] = [];
  #validation: Attributes = {};
  #formula = '';
  #cells = '';
  #textOf = '';
  #scenarios = 0;

  open(full: string, attributes: Attributes): void {
    const name = withoutPrefix(full);
    const [, page = ''] = HEADER.exec(name) ?? [];
    if (this.#pages.has(page) || name === 'formula1' || name === 'sqref') this.#textOf = name;
    else if (name === 'dataValidation') {
      this.#validation = attributes;
      this.#formula = '';
      this.#cells = attributes['sqref'] ?? '';
    } else if (name === 'scenario') this.#scenarios++;
    else if (name === 'headerFooter') {
      if (isOn(attributes['differentFirst'])) {
        this.#pages.add('first');
        this.#headers.set('firstHeader', '').set('firstFooter', '');
      }
      if (isOn(attributes['differentOddEven'])) this.#pages.add('even');
    }
  }

  close(full: string): void {
    const name = withoutPrefix(full);
    if (name === this.#textOf) this.#textOf = '';
    if (name === 'dataValidation') this.#addValidation();
  }

  text(text: string): void {
    if (this.#textOf === 'formula1') this.#formula += text;
    else if (this.#textOf === 'sqref') this.#cells += text;
    else if (this.#textOf !== '') this.#headers.set(this.#textOf, (this.#headers.get(this.#textOf) ?? '') + text);
  }

  finish(): SheetExtras {
    return { headers: this.#headers, validations: this.#validations, unreadLists: 0, scenarios: this.#scenarios };
  }

  #addValidation(): void {
    const { type, promptTitle, prompt, errorTitle, error } = this.#validation;
    const listed = type === 'list' ? /^\s*"(.*)"\s*$/s.exec(this.#formula)?.[1] : undefined;
    const choices = (listed ?? '').split(',').map((choice) => choice.trim());
    const validation = {
      on: this.#cells,
      choices: choices.filter((choice) => choice !== ''),
      prompt: message(unescapeText(promptTitle ?? ''), unescapeText(prompt ?? '')),
      refusal: message(unescapeText(errorTitle ?? ''), unescapeText(error ?? '')),
      isRule: !/^(none|list)$/.test(type ?? 'none'),
    };
    if (isKnown(validation)) this.#validations.push(validation);
  }
}

/** Rules that refer to other sheets are an extension of Excel 2010, with elements of the same names. */
const withoutPrefix = (name: string): string => name.replace(/^(x14|xm):/, '');

const HEADER = /^(odd|even|first)(Header|Footer)$/;

const isOn = (value = ''): boolean => /^(1|true)$/.test(value);
