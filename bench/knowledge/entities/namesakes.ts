/** Documents about people of one name, labelled by whom they mean. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { traitsIn } from '../../../engines/knowledge/entities/traits.ts';
import { chunkNames } from '../../../engines/knowledge/names/chunk-names.ts';
import { titleName } from '../../../engines/knowledge/names/normal.ts';
import { sensesBy } from '../../../engines/knowledge/entities/senses.ts';
import type { TellingDocument } from '../../../engines/knowledge/entities/senses.ts';
import { seededRandom } from '../../../engines/statistics/random.ts';
import { datesIn } from '../../../engines/knowledge/time/dates-in.ts';

export interface MeaningDocument {
  readonly title: string;
  readonly text: string;
  /** Whom it means. */
  readonly bearer: string;
}

/** By a name, the documents that mention it. */
export type Namesakes = ReadonlyMap<string, readonly MeaningDocument[]>;

/** bench/knowledge/entities/namesakes.tsv: bearer, title and text a line, made up by the author. Some documents tell nothing, and some err. */
export function ownNamesakes(): Namesakes {
  const lines = readFileSync(join(import.meta.dirname, 'namesakes.tsv'), 'utf8')
    .trim()
    .split('\n');
  const documents = lines.map((line): MeaningDocument => {
    const [bearer = '', title = '', text = ''] = line.split('\t');
    return { bearer, title, text };
  });
  return Map.groupBy(documents, ({ title }) => titleName(title));
}

/**
 * core/People.csv of github.com/chadwickbureau/baseballdatabank: two documents for each of the players of a name, which tell by chance a birth in days, in
 * years, a life in years, and only the birthplace. `most` names with several players, and as many with one.
 */
export function playersOf(file: string, most: number): Namesakes {
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  const players = lines.flatMap((line) => {
    const [id = '', year = '', month = '', day = '', , , city = '', diedIn = '', , , , , , first = '', last = ''] =
      line.split(',');
    return year === '' || first === '' || last === ''
      ? []
      : [{ id, year, month, day, city, diedIn, name: `${first} ${last}` }];
  });
  const byName = Map.groupBy(players, ({ name }) => titleName(name));
  const several = [...byName].filter(([, ofName]) => ofName.length > 1).slice(0, most);
  const single = [...byName].filter(([, ofName]) => ofName.length === 1).slice(0, most);
  const random = seededRandom(1);
  return new Map(
    [...several, ...single].map(([name, ofName]): [string, MeaningDocument[]] => {
      const documents = ofName.flatMap((player) =>
        [0, 1].map((): MeaningDocument => ({
          bearer: player.id,
          title: player.name,
          text: textOf(player, Math.floor(4 * random())),
        })),
      );
      return [name, documents];
    }),
  );
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

function textOf(
  player: Readonly<Record<'name' | 'year' | 'month' | 'day' | 'city' | 'diedIn', string>>,
  kind: number,
): string {
  const { name, year, month, day, city, diedIn } = player;
  const date = month === '' || day === '' ? year : `${day} ${MONTHS[Number(month) - 1]} ${year}`;
  if (kind === 0) return `${name} (born ${date}) was a baseball player.`;
  if (kind === 1) return `${name} was born in ${city === '' ? 'Ohio' : city} in ${year} and played baseball.`;
  if (kind === 2 && diedIn !== '') return `${name} (${year}–${diedIn}) was a baseball player.`;
  return `${name}, a baseball player, came from ${city === '' ? 'Ohio' : city}.`;
}

function tellingOf({ title, text }: MeaningDocument, name: string, at: number): TellingDocument {
  const names = chunkNames({ title, text, language: 'en' }, () => false);
  const dates = datesIn(text, { written: null, dayFirst: true });
  const traits = traitsIn(text, title, names, dates).filter((trait) => trait.name === name);
  return { id: String(at), traits, neighbours: new Set(names.map((one) => one.name).filter((one) => one !== name)) };
}

export interface SplitFigures {
  readonly names: number;
  /** Names with several bearers, those that were split, and those of them that have several bearers. */
  readonly ambiguous: number;
  readonly split: number;
  readonly rightlySplit: number;
  /** Of the pairs of documents that were told apart, those that mean two; and how many pairs do. */
  readonly apart: number;
  readonly rightlyApart: number;
  readonly pairsOfTwo: number;
}

/** What the rules make of the documents of each name, by themselves. */
export function splitFigures(namesakes: Namesakes, threshold: number): SplitFigures {
  let [split, rightlySplit, ambiguous, apart, rightlyApart, pairsOfTwo] = [0, 0, 0, 0, 0, 0];
  for (const [name, documents] of namesakes) {
    const isAmbiguous = new Set(documents.map(({ bearer }) => bearer)).size > 1;
    ambiguous += Number(isAmbiguous);
    const senses = sensesBy(
      documents.map((one, at) => tellingOf(one, name, at)),
      threshold,
    );
    split += Number(senses !== null);
    rightlySplit += Number(senses !== null && isAmbiguous);
    const further = senses?.documents.slice(1) ?? [];
    // All that are in no further sense mean the first.
    const senseOf = documents.map(
      (_one, at) => 1 + further.findIndex((sense) => sense.some(({ id }) => id === String(at))),
    );
    for (const [one, { bearer }] of documents.entries()) {
      for (let other = one + 1; other < documents.length; other++) {
        const isTwo = documents[other]?.bearer !== bearer;
        const isApart = senseOf[one] !== senseOf[other];
        pairsOfTwo += Number(isTwo);
        apart += Number(isApart);
        rightlyApart += Number(isApart && isTwo);
      }
    }
  }
  return { names: namesakes.size, ambiguous, split, rightlySplit, apart, rightlyApart, pairsOfTwo };
}
