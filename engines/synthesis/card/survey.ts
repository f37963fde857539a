/**
 * What a reader must know of the items of a dataset: how many of which kinds, how long and varied, how they scored, and
 * from what.
 */
import type { Item } from '../items/item.ts';
import { isObject } from '../../../platform/is-object.ts';
import { sheetRow } from '../outputs/sheets.ts';
import { originsIn, sourcesIn } from '../items/provenance.ts';
import { TablesSurvey } from './columns.ts';
import type { TableStatistics } from './columns.ts';
import { NumberSurvey } from './numbers.ts';
import type { NumberStatistics } from './numbers.ts';
import { TextSurvey } from './texts.ts';
import type { TextStatistics } from './texts.ts';

export interface CheckStatistics {
  /** How it was measured. */
  readonly methods: readonly string[];
  readonly scores: NumberStatistics;
}

type Counts = Readonly<Record<string, number>>;

export interface Survey {
  /** Items by kind: the table, the kind of question, or the perturbation. */
  readonly kinds: Counts;
  /** By member of the items that is a text. */
  readonly texts: Readonly<Record<string, TextStatistics>>;
  /** By check. */
  readonly checks: Readonly<Record<string, CheckStatistics>>;
  /** By table. */
  readonly tables: Readonly<Record<string, TableStatistics>>;
  /** Items by the license of what they quote. */
  readonly licenses: Counts;
  /** Items that quote something of which no license is known. */
  readonly without_license: number;
  /** Items by where what they quote is from, as its author says; at most 1,000 are named. */
  readonly origins: Counts;
  /** Items by what they were made from; at most 1,000 sources are named. */
  readonly sources: Counts;
}

type Surveyed = Pick<Item, 'value' | 'provenance'> & { readonly scores: Readonly<Record<string, unknown>> | null };

const TEXTS = ['question', 'answer', 'text', 'instruction', 'response', 'request'] as const;
const MOST_NAMES = 1000;

/** Takes items one after the other. Its memory does not grow with their number. */
export class CardSurvey {
  readonly #kinds = new Map<string, number>();
  readonly #licenses = new Map<string, number>();
  readonly #origins = new Map<string, number>();
  readonly #sources = new Map<string, number>();
  readonly #texts = new Map<string, TextSurvey>();
  readonly #checks = new Map<string, { readonly methods: Set<string>; readonly scores: NumberSurvey }>();
  readonly #tables = new TablesSurvey();
  #withoutLicense = 0;

  add({ value, provenance, scores }: Surveyed): void {
    const { table, kind, perturbation, row } = value;
    count(this.#kinds, [table, kind, perturbation].find((name) => typeof name === 'string') ?? 'item');
    if (isObject(row)) this.#tables.add(sheetRow({ value, provenance }));
    this.#addSources(provenance);
    for (const member of TEXTS) {
      const text = value[member];
      if (typeof text === 'string') valueIn(this.#texts, member, () => new TextSurvey()).add(text);
    }
    for (const [check, found] of Object.entries(scores ?? {})) {
      if (!isObject(found) || typeof found['score'] !== 'number') continue;
      const survey = valueIn(this.#checks, check, () => ({ methods: new Set<string>(), scores: new NumberSurvey() }));
      survey.scores.add(found['score']);
      if (typeof found['method'] === 'string') survey.methods.add(found['method']);
    }
  }

  #addSources(provenance: Item['provenance']): void {
    const sources = sourcesIn(provenance);
    for (const source of sources) count(this.#sources, source);
    const origins = originsIn(provenance);
    for (const source of textsOf(origins.map((origin) => origin['source']))) count(this.#origins, source);
    const licenses = textsOf(origins.map((origin) => origin['license']));
    for (const license of licenses) count(this.#licenses, license);
    const isLicensed = origins.length > 0 && origins.every(({ license }) => typeof license === 'string');
    if (sources.length > 0 && !isLicensed) this.#withoutLicense++;
  }

  get survey(): Survey {
    return {
      kinds: Object.fromEntries(this.#kinds),
      texts: known([...this.#texts].map(([member, { statistics }]) => [member, statistics])),
      checks: known(
        [...this.#checks].map(([check, { methods, scores }]) => {
          const statistics = scores.statistics([0, 1]);
          return [check, statistics && { methods: [...methods], scores: statistics }];
        }),
      ),
      tables: this.#tables.statistics,
      licenses: Object.fromEntries(this.#licenses),
      without_license: this.#withoutLicense,
      origins: Object.fromEntries(this.#origins),
      sources: Object.fromEntries(this.#sources),
    };
  }
}

const textsOf = (values: readonly unknown[]): readonly string[] => [
  ...new Set(values.filter((value) => typeof value === 'string')),
];

function count(counts: Map<string, number>, name: string): void {
  if (counts.size < MOST_NAMES || counts.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
}

function valueIn<T>(values: Map<string, T>, name: string, make: () => T): T {
  const found = values.get(name) ?? make();
  values.set(name, found);
  return found;
}

function known<T>(entries: readonly (readonly [string, T | null])[]): Readonly<Record<string, T>> {
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, T] => entry[1] !== null));
}
