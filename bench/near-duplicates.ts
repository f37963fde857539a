/**
 * `npm run bench:near-duplicates -- --data DIR ...`: from where on two questions ask the same, by the vectors of an embedding model, by
 * names and by answers. DIR has `dev_orig.json`, `dev_para.json`, `adv_orig.json` and `adv_para.json`, paraphrased questions of SQuAD (Gan
 * and Ng 2019, github.com/nusnlp/paraphrasing-squad), and `xquad_de_a.json` and `hotpotqa_a.json`, cases of the form of
 * bench/knowledge/cases.ts. Half of the passages choose the threshold, the others are measured: how many paraphrases are found, and how many
 * questions, one after the other, are rejected for an earlier one that asks for something else. `EMBEDDER_MODEL` chooses the model.
 */
import { isGuessed } from '../engines/synthesis/checks/choices.ts';
import { NEAR } from '../engines/synthesis/checks/duplicates.ts';
import { isSameAnswer, readAnswer } from '../engines/synthesis/similarity/answers.ts';
import { canBeSame, readNames } from '../engines/synthesis/similarity/names.ts';
import { NearDuplicates } from '../engines/synthesis/similarity/near-duplicates.ts';
import { SAME_MEANING, sameness } from '../engines/synthesis/similarity/similar-texts.ts';
import { CALIBRATION_PAIRS, calibrate } from '../engines/text/similarity.ts';
import { readOptions } from '../platform/command-line.ts';
import { openEmbedding } from './embedding.ts';
import { isFitted } from './evaluation/sets/files.ts';
import { readParaphrases, readQuestions } from './near-duplicates/sets.ts';
import type { Question, Questions } from './near-duplicates/sets.ts';

/** Questions that are shown: those that are nearest to others. */
const SHOWN = 10;

const { data } = readOptions('npm run bench:near-duplicates -- --data DIR ...', {
  data: { type: 'string', multiple: true, default: ['.'] },
});
const [paraphrases, sets] = [readParaphrases(data), readQuestions(data)];
const embed = await openEmbedding();
const scale = calibrate(
  await embed(
    CALIBRATION_PAIRS.map(([question]) => question),
    'query',
  ),
  await embed(
    CALIBRATION_PAIRS.map(([, passage]) => passage),
    'passage',
  ),
);

/** A question as the service compares it. */
interface Read {
  readonly question: string;
  readonly vector: Float32Array;
  readonly named: ReturnType<typeof readNames>;
  readonly answer: ReturnType<typeof readAnswer>;
  readonly isGuessed: boolean;
}

async function readAll(questions: readonly Pick<Question, 'question' | 'answers'>[]): Promise<readonly Read[]> {
  const vectors = await embed(
    questions.map(({ question }) => question),
    'query',
  );
  return questions.map(({ question, answers: [answer = ''] }, at) => ({
    question,
    vector: vectors[at] ?? new Float32Array(),
    named: readNames(question),
    answer: readAnswer({ question, answer }),
    isGuessed: isGuessed(question, answer),
  }));
}

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

/** How near a question comes to another one, or to any of those before it. */
interface Nearness {
  readonly set: string;
  readonly isFitted: boolean;
  readonly question: string;
  /** The one that it is nearest to, by names and vectors. */
  readonly to: string;
  /** 0: names tell them apart. */
  readonly byNames: number;
  /** 0: names or answers do. */
  readonly byAnswers: number;
  readonly byWords: boolean;
}

/** To another one of the same names; 0 for one of others. */
const byNames = (a: Read, b: Read): number =>
  a.named !== null && b.named !== null && canBeSame(a.named, b.named) ? sameness(dot(a.vector, b.vector), scale) : 0;

function areNearByWords(a: Read, b: Read): boolean {
  const near = new NearDuplicates(NEAR);
  near.add('a', a.question);
  return near.find(b.question) !== null;
}

async function paraphrased(): Promise<readonly Nearness[]> {
  const originals = await readAll(paraphrases.map(({ original }) => original));
  const others = await readAll(paraphrases.map(({ original, paraphrase }) => ({ ...original, question: paraphrase })));
  return paraphrases.flatMap(({ set, original }, at) => {
    const [a, b] = [originals[at], others[at]];
    if (a === undefined || b === undefined) return [];
    const near = byNames(a, b);
    const found = { byNames: near, byAnswers: a.isGuessed ? 0 : near, byWords: areNearByWords(a, b) };
    return [{ set, isFitted: isFitted(original.about), question: b.question, to: a.question, ...found }];
  });
}

async function nearnessIn({ set, questions, areOther }: Questions, half: boolean): Promise<readonly Nearness[]> {
  const ofHalf = questions.filter(({ about }) => isFitted(about) === half);
  const all = await readAll(ofHalf);
  return ofHalf.flatMap((question, at): Nearness[] => {
    const b = all[at];
    if (b === undefined) return [];
    let nearness: Nearness = {
      set,
      isFitted: half,
      question: b.question,
      to: '',
      byNames: 0,
      byAnswers: 0,
      byWords: false,
    };
    for (const [index, a] of all.slice(0, at).entries()) {
      const near = byNames(a, b);
      const earlier = ofHalf[index];
      if (near === 0 || earlier === undefined || !areOther(earlier, question)) continue;
      const isComparable = !b.isGuessed && isSameAnswer(a.answer, b.answer);
      nearness = {
        ...nearness,
        ...(near > nearness.byNames && { byNames: near, to: a.question }),
        ...(isComparable && near > nearness.byAnswers && { byAnswers: near }),
        byWords: nearness.byWords || areNearByWords(a, b),
      };
    }
    return [nearness];
  });
}

type Test = (nearness: Nearness) => boolean;

/** Prints what share of each set tests find. */
function print(of: readonly Nearness[], tests: Readonly<Record<string, Test>>): void {
  const bySet = [...Map.groupBy(of, ({ set }) => set)];
  console.log(`| found by | ${bySet.map(([set, { length }]) => `${set} (${length})`).join(' | ')} |`);
  console.log(`|---|${'---|'.repeat(bySet.length)}`);
  for (const [name, test] of Object.entries(tests)) {
    const shares = bySet.map(([, rows]) => `${((100 * rows.filter(test).length) / rows.length).toFixed(1)} %`);
    console.log(`| ${name} | ${shares.join(' | ')} |`);
  }
}

const all = [...(await paraphrased())];
for (const half of [true, false]) for (const set of sets) all.push(...(await nearnessIn(set, half)));
const { fitted = [], held = [] } = Object.groupBy(all, (one) => (one.isFitted ? 'fitted' : 'held'));

console.log('The half that chooses, by vectors and names, and by answers too:\n');
const limits = Array.from({ length: 13 }, (_, index) => 0.7 + index * 0.02);
const tests = (by: 'byNames' | 'byAnswers', name: string) =>
  limits.map((limit) => [`${name} ${limit.toFixed(2)}`, (one: Nearness) => one[by] >= limit] as const);
print(fitted, Object.fromEntries([...tests('byNames', 'names'), ...tests('byAnswers', 'answers')]));

console.log(`\nThe other half, from ${SAME_MEANING}:\n`);
print(held, {
  MinHash: (one) => one.byWords,
  'vectors and names': (one) => one.byNames >= SAME_MEANING,
  'vectors, names and answers': (one) => one.byAnswers >= SAME_MEANING,
  'these or MinHash': (one) => one.byAnswers >= SAME_MEANING || one.byWords,
});

const isAsked = new Set(sets.map(({ set }) => set));
for (const by of ['byNames', 'byAnswers'] as const) {
  console.log(`\nNearest questions that ask for something else, in the half that chooses, ${by}:\n`);
  const nearest = fitted.filter(({ set }) => isAsked.has(set)).toSorted((a, b) => b[by] - a[by]);
  for (const { question, to, ...one } of nearest.slice(0, SHOWN))
    console.log(`${one[by].toFixed(3)} ${question} | ${to}`);
}
