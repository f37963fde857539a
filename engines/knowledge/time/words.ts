/** The words that dates are written with, in English and German, in lower case. */

/**
 * Months by their names, from 1. "May" and "march" are other words, too: who reads them asks for a number beside them.
 */
export const MONTHS: ReadonlyMap<string, number> = numbered([
  'january jan januar jänner',
  'february feb februar feber',
  'march mar märz mrz',
  'april apr',
  'may mai',
  'june jun juni',
  'july jul juli',
  'august aug',
  'september sep sept',
  'october oct oktober okt',
  'november nov',
  'december dec dezember dez',
]);

/** First months of the seasons, by the meteorological calendar. A winter begins in the year that it is named after. */
export const SEASONS: ReadonlyMap<string, number> = new Map([
  ...['spring', 'frühling', 'frühjahr'].map((word) => [word, 3] as const),
  ...['summer', 'sommer'].map((word) => [word, 6] as const),
  ...['autumn', 'fall', 'herbst'].map((word) => [word, 9] as const),
  ...['winter'].map((word) => [word, 12] as const),
]);

/** Numbers in words, as they stand before units of time. */
export const NUMBERS: ReadonlyMap<string, number> = numbered([
  'one a an ein eine einem einen einer',
  'two zwei',
  'three drei',
  'four vier',
  'five fünf',
  'six sechs',
  'seven sieben',
  'eight acht',
  'nine neun',
  'ten zehn',
]);

export const ORDINALS: ReadonlyMap<string, number> = numbered([
  'first erste ersten erstes',
  'second zweite zweiten zweites',
  'third dritte dritten drittes',
  'fourth vierte vierten viertes',
]);

export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';

export const UNITS: ReadonlyMap<string, Unit> = new Map([
  ...['day', 'days', 'tag', 'tage', 'tagen'].map((word) => [word, 'day'] as const),
  ...['week', 'weeks', 'woche', 'wochen'].map((word) => [word, 'week'] as const),
  ...['month', 'months', 'monat', 'monate', 'monaten'].map((word) => [word, 'month'] as const),
  ...['quarter', 'quarters', 'quartal', 'quartale', 'quartalen'].map((word) => [word, 'quarter'] as const),
  ...['year', 'years', 'jahr', 'jahre', 'jahren'].map((word) => [word, 'year'] as const),
]);

/** How many units a word beside a unit leads away from now: "last year". */
export const SHIFTS: ReadonlyMap<string, number> = new Map([
  ...['last', 'previous', 'letztes', 'letzten', 'letzte', 'letzter', 'voriges', 'vorigen', 'vorige', 'vergangenes']
    .concat(['vergangenen', 'vergangene'])
    .map((word) => [word, -1] as const),
  ...['this', 'current', 'dieses', 'diesem', 'diesen', 'diese'].map((word) => [word, 0] as const),
  ...['next', 'coming', 'nächstes', 'nächsten', 'nächste', 'nächster', 'kommendes', 'kommenden'].map(
    (word) => [word, 1] as const,
  ),
]);

/** Days away from now. */
export const DAY_WORDS: ReadonlyMap<string, number> = new Map([
  ...['yesterday', 'gestern'].map((word) => [word, -1] as const),
  ...['today', 'tonight', 'heute'].map((word) => [word, 0] as const),
  ...['tomorrow', 'morgen'].map((word) => [word, 1] as const),
]);

function numbered(lines: readonly string[]): ReadonlyMap<string, number> {
  return new Map(lines.flatMap((line, index) => line.split(' ').map((word) => [word, index + 1] as const)));
}
