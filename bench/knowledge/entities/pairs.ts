/** Pairs of names, and whether they are one entity's. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalName } from '../../../engines/knowledge/names/normal.ts';

export interface Pair {
  /** As they are written. */
  readonly names: readonly [string, string];
  readonly isSame: boolean;
}

/** bench/knowledge/entities/pairs.tsv: `+` or `-` and two names a line, of the author's general knowledge. */
export function ownPairs(): Pair[] {
  const lines = readFileSync(join(import.meta.dirname, 'pairs.tsv'), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const [sign, one = '', other = ''] = line.split('\t');
    return { names: [one, other], isSame: sign === '+' };
  });
}

/**
 * contrib/name_bench/cases.csv of github.com/opensanctions/nomenklatura (MIT): names for the screening of persons, companies and ships, as
 * `case_group,schema,name1,name2,is_match,…`.
 */
export function screeningPairs(file: string): Pair[] {
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [, , one = '', other = '', isSame] = cellsOf(line);
    return { names: [one, other], isSame: isSame === 'true' };
  });
}

/** The cells of a line of CSV without line breaks in them. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

/** Of names whose normal forms are equal, nothing is decided: they are one entity already. */
export const areEqual = ({ names: [one, other] }: Pair): boolean => normalName(one) === normalName(other);
