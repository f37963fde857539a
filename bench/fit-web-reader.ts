/**
 * `npm run fit:web-reader [-- --cases DIR --articles DIR --write]`: fits the models of the web reader, the kind of a
 * page and whether a passage is content, and prints how well pages are read with them. `--write` replaces the weights
 * in engines/parse/web_reader/.
 *
 * DIR has `web/` as for `npm run bench:parse`; the default is `../shared/eval-data/parse-general` and, for further
 * articles, `../shared/eval-data/parse`. "Out of fold" is read with models of the other folds; pages of one site are in
 * one fold, and the figure is the mean over several divisions into folds.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mean } from '../engines/statistics/bootstrap.ts';
import { PAGE_KINDS, type KindWeights } from '../engines/parse/web_reader/kind/kind.ts';
import { KIND_SIGNS } from '../engines/parse/web_reader/kind/signs.ts';
import type { Models } from '../engines/parse/web_reader/content.ts';
import type { PassageWeights } from '../engines/parse/web_reader/passages/choose.ts';
import { PASSAGE_SIGNS } from '../engines/parse/web_reader/passages/signs.ts';
import { seededRandom } from '../engines/statistics/random.ts';
import { readOptions } from '../platform/command-line.ts';
import { readLabelled, scorePage, type LabelledPage, type PageScore } from './web-pages/pages.ts';
import { fitSoftmax, probabilities, type SoftmaxFit } from './web-pages/softmax.ts';

const ROOT = join(import.meta.dirname, '..');
const { cases, articles, write } = readOptions('npm run fit:web-reader [-- --cases DIR --articles DIR --write]', {
  cases: { type: 'string', default: join(ROOT, '../shared/eval-data/parse-general') },
  articles: { type: 'string', default: join(ROOT, '../shared/eval-data/parse') },
  write: { type: 'boolean', default: false },
});

const FOLDS = 6;
const DIVISIONS = 3;
/** Strong, since there are few pages; chosen out of fold. */
const KIND_PENALTY = 15;
/** Weight of a further article for the kinds; there are more of them than of other pages. */
const ARTICLE_WEIGHT = 0.3;
/** Weight of all passages of a page, against a penalty of 1; chosen out of fold. */
const PAGE_WEIGHT = 0.3;
/** Share of a passage's phrases in the truth from which it is content. */
const CONTENT = 0.6;
const PRODUCT = PAGE_KINDS.indexOf('product');

const pages = [...(await readLabelled(cases, null)), ...(await readLabelled(articles, 'article'))];
const divisions = Array.from({ length: DIVISIONS }, (_, seed) => readUnseen(seed));
const [{ products } = { products: new Map<LabelledPage, number>() }] = divisions;
const fitted: Models = { kind: kindWeights(fitKinds(pages)), passages: fitPassages(pages, products) };
report(
  pages.map((page) => ({ page, score: scorePage(page, fitted) })),
  divisions.map(({ scored }) => scored),
);
if (write) {
  await writeWeights('kind', 'KIND_WEIGHTS: KindWeights', './kind.ts', fitted.kind);
  await writeWeights('passages', 'PASSAGE_WEIGHTS: PassageWeights', './choose.ts', fitted.passages);
}

interface Scored {
  readonly page: LabelledPage;
  readonly score: PageScore;
}

/** All pages, each read with models of the other folds. */
function readUnseen(seed: number): { products: ReadonlyMap<LabelledPage, number>; scored: Scored[] } {
  const folds = foldsOf(pages, seed).map((own) => {
    const others = pages.filter((page) => !own.includes(page));
    return { own, others, kinds: fitKinds(others) };
  });
  // Estimates out of fold: the passages' model has to live with such.
  const estimated = new Map(
    folds.flatMap(({ own, kinds }) =>
      own.map((page) => [page, probabilities(kinds, page.kinds)[PRODUCT] ?? 0] as const),
    ),
  );
  const scored = folds.flatMap(({ own, others, kinds }) => {
    const models = { kind: kindWeights(kinds), passages: fitPassages(others, estimated) };
    return own.map((page) => ({ page, score: scorePage(page, models) }));
  });
  return { products: estimated, scored };
}

/** Pages of one site are in one fold; each fold has about the same number of each kind. */
function foldsOf(all: readonly LabelledPage[], seed: number): LabelledPage[][] {
  const made = Array.from({ length: FOLDS }, (): LabelledPage[] => []);
  const next = new Map<string, number>();
  const random = seededRandom(seed);
  const sites = [...Map.groupBy(all, ({ site: name }) => name).values()].map((site) => ({ site, turn: random() }));
  for (const { site } of sites.sort((a, b) => a.turn - b.turn)) {
    const kind = site[0]?.kind ?? '';
    const turn = next.get(kind) ?? 0;
    next.set(kind, turn + 1);
    made[turn % FOLDS]?.push(...site);
  }
  return made;
}

function fitKinds(on: readonly LabelledPage[]): SoftmaxFit {
  const examples = on.map(({ kinds, kind, isFurther }) => ({
    values: kinds,
    label: PAGE_KINDS.indexOf(kind),
    weight: isFurther ? ARTICLE_WEIGHT : 1,
  }));
  return fitSoftmax(examples, PAGE_KINDS.length, KIND_PENALTY);
}

function kindWeights({ bias, weights }: SoftmaxFit): KindWeights {
  const byKind = (values: readonly (number | undefined)[]): number[] => values.map((value) => round(value ?? 0));
  return {
    bias: byKind(bias),
    signs: Object.fromEntries(KIND_SIGNS.map((name, at) => [name, byKind(weights.map((row) => row[at]))])),
  };
}

/** Every page weighs the same, a passage by the root of its words. Further articles would teach articles alone. */
function fitPassages(on: readonly LabelledPage[], estimates: ReadonlyMap<LabelledPage, number>): PassageWeights {
  const examples = on
    .filter(({ isFurther, truth }) => !isFurther && truth.length > 0)
    .flatMap((page) => {
      const roots = page.passages.map(({ words }) => Math.sqrt(words + 0.5));
      const total = roots.reduce((sum, root) => sum + root, 0);
      return page.passages.map(({ signs, truthShare }, index) => ({
        values: [...signs, ...signs.map((value) => value * (estimates.get(page) ?? 0))],
        label: Number(truthShare > CONTENT),
        weight: (PAGE_WEIGHT * (roots[index] ?? 0)) / total,
      }));
    });
  const { bias, weights } = fitSoftmax(examples, 2, 1, PASSAGE_SIGNS.length);
  const difference = (at: number): number => round((weights[1]?.[at] ?? 0) - (weights[0]?.[at] ?? 0));
  const count = PASSAGE_SIGNS.length;
  return {
    bias: round((bias[1] ?? 0) - (bias[0] ?? 0)),
    signs: Object.fromEntries(PASSAGE_SIGNS.map((name, at) => [name, [difference(at), difference(count + at)]])),
  };
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}

/** By kind; `unseen` are the scores of each division into folds. */
function report(seen: readonly Scored[], unseen: readonly (readonly Scored[])[]): void {
  const groups = ['all', 'further articles', ...PAGE_KINDS].map((group) => {
    const isOf = ({ page: { isFurther, kind } }: Scored): boolean =>
      group === 'further articles' ? isFurther : !isFurther && (group === 'all' || group === kind);
    const each = unseen.map((scored) => f1Of(scored.filter(isOf)));
    const own = seen.filter(isOf);
    const row = {
      pages: own.length,
      'F1, fitted on the same pages': f1Of(own).toFixed(3),
      'F1, out of fold': mean(each).toFixed(3),
      'lowest and highest': `${Math.min(...each).toFixed(3)} ${Math.max(...each).toFixed(3)}`,
      'kind right, out of fold': mean(
        unseen
          .flat()
          .filter(isOf)
          .map(({ page, score }) => Number(score.kind === page.kind)),
      ).toFixed(3),
    };
    return [group, row] as const;
  });
  console.table(Object.fromEntries(groups));
}

function f1Of(scored: readonly Scored[]): number {
  return mean(scored.map(({ score }) => score.f1));
}

async function writeWeights(folder: string, declaration: string, from: string, value: object): Promise<void> {
  const type = declaration.split(' ').pop() ?? '';
  const file = join(ROOT, 'engines/parse/web_reader', folder, 'weights.ts');
  await writeFile(
    file,
    `/** Fitted by bench/fit-web-reader.ts, not by hand. */\nimport type { ${type} } from '${from}';\n\n` +
      `export const ${declaration} = ${JSON.stringify(value, null, 2)};\n`,
  );
  console.log(`${file}: format it with oxfmt.`);
}
