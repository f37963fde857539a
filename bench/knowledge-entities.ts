/**
 * `npm run bench:knowledge-entities [-- --screening FILE --players FILE --show]`: how well names are told to be one entity's, beside equal normal forms, Jaro-Winkler and the share of
 * common words at the threshold that is best for each on the same pairs. FILE is described in bench/knowledge/entities/pairs.ts. `--show`
 * prints what is wrong at the default threshold. Then how well names of several people are told apart by what documents say of them
 * (bench/knowledge/entities/namesakes.ts).
 */
import { MERGE_THRESHOLD } from '../engines/knowledge/entities/options.ts';
import { compareNames } from '../engines/knowledge/entities/pair.ts';
import { normalName } from '../engines/knowledge/names/normal.ts';
import { readOptions } from '../platform/command-line.ts';
import { jaroWinkler, wordShare } from './knowledge/entities/baselines.ts';
import { ownNamesakes, playersOf, splitFigures } from './knowledge/entities/namesakes.ts';
import type { Namesakes } from './knowledge/entities/namesakes.ts';
import { areEqual, ownPairs, screeningPairs } from './knowledge/entities/pairs.ts';
import type { Pair } from './knowledge/entities/pairs.ts';

const { screening, players, show } = readOptions(
  'npm run bench:knowledge-entities [-- --screening FILE --players FILE --show]',
  {
    screening: { type: 'string' },
    players: { type: 'string' },
    show: { type: 'boolean', default: false },
  },
);

type Score = (one: string, other: string) => number;
const equal: Score = (one, other) => (one === other ? 1 : 0);
const ours: Score = (one, other) => (one === other ? 1 : (compareNames(one, other)?.score ?? 0));

interface Figures {
  readonly precision: number;
  readonly recall: number;
}

function figures(pairs: readonly Pair[], score: Score, threshold: number): Figures {
  const merged = pairs.filter(({ names: [one, other] }) => score(normalName(one), normalName(other)) >= threshold);
  const right = merged.filter(({ isSame }) => isSame).length;
  const same = pairs.filter(({ isSame }) => isSame).length;
  return { precision: merged.length === 0 ? 1 : right / merged.length, recall: same === 0 ? 1 : right / same };
}

/** The threshold with the highest recall at a precision of .95, or else the highest precision. */
function bestThreshold(pairs: readonly Pair[], score: Score): number {
  const thresholds = Array.from({ length: 51 }, (_, at) => 0.5 + at / 100);
  const rated = thresholds.map((threshold) => ({ threshold, ...figures(pairs, score, threshold) }));
  const precise = rated.filter(({ precision }) => precision >= 0.95);
  const by = precise.length > 0 ? 'recall' : 'precision';
  return (precise.length > 0 ? precise : rated).reduce((best, one) => (one[by] > best[by] ? one : best)).threshold;
}

function print(name: string, pairs: readonly Pair[]): void {
  const same = pairs.filter(({ isSame }) => isSame).length;
  console.log(
    `\n${name}: ${pairs.length} pairs, ${same} of one entity, ${pairs.filter(areEqual).length} with equal normal forms\n`,
  );
  console.log('| method | threshold | precision | recall |\n|---|---|---|---|');
  const methods: [string, Score, number][] = [
    ['this service', ours, MERGE_THRESHOLD],
    ['equal normal forms', equal, 1],
    ['Jaro-Winkler, at its best', jaroWinkler, bestThreshold(pairs, jaroWinkler)],
    ['share of words, at its best', wordShare, bestThreshold(pairs, wordShare)],
  ];
  for (const [method, score, threshold] of methods) {
    const { precision, recall } = figures(pairs, score, threshold);
    console.log(`| ${method} | ${threshold.toFixed(2)} | ${precision.toFixed(3)} | ${recall.toFixed(3)} |`);
  }
  if (!show) return;
  for (const { names, isSame } of pairs) {
    const [one, other] = names.map(normalName);
    if (one === undefined || other === undefined || one === other) continue;
    const likeness = compareNames(one, other);
    if (isSame !== (likeness?.score ?? 0) >= MERGE_THRESHOLD) {
      console.log(
        isSame ? 'missed' : 'WRONG',
        names.join(' · '),
        likeness?.score.toFixed(3),
        likeness?.reasons.join(' '),
      );
    }
  }
}

print('pairs.tsv', ownPairs());
if (screening !== undefined) print('screening', screeningPairs(screening));

/** Names of several players, and of one, that are read. */
const MOST_NAMES = 600;

function printSplits(name: string, namesakes: Namesakes): void {
  const { names, ambiguous, split, rightlySplit, apart, rightlyApart, pairsOfTwo } = splitFigures(
    namesakes,
    MERGE_THRESHOLD,
  );
  const share = (part: number, of: number): string => (of === 0 ? 1 : part / of).toFixed(3);
  console.log(
    `\n${name}: ${names} names, ${ambiguous} of several people; ${pairsOfTwo} pairs of documents that mean two\n`,
  );
  console.log('| of | precision | recall |\n|---|---|---|');
  console.log(`| names that are split | ${share(rightlySplit, split)} | ${share(rightlySplit, ambiguous)} |`);
  console.log(`| pairs of documents | ${share(rightlyApart, apart)} | ${share(rightlyApart, pairsOfTwo)} |`);
}

printSplits('namesakes.tsv', ownNamesakes());
if (players !== undefined) printSplits('players', playersOf(players, MOST_NAMES));
