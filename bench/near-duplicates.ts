/**
 * `npm run bench:near-duplicates -- --squad FILE --original FILE --paraphrased FILE`: from where on two questions ask the same, by the
 * vectors of an embedding model and by names. What is the same are questions of SQuAD with their paraphrases (Gan and Ng 2019:
 * `dev_orig.json`, `dev_para.json`); what is not are questions of one paragraph of SQuAD (`dev-v1.1.json`) that have no answer in
 * common. The files are in the format of SQuAD. Half of the paragraphs choose the threshold, the others are measured. `EMBEDDER_MODEL`
 * chooses the model.
 */
import { readFileSync } from 'node:fs';
import { readNames, shareNames } from '../engines/synthesis/duplicates/names.ts';
import { SAME_MEANING, sameness } from '../engines/synthesis/duplicates/similar-texts.ts';
import { NearDuplicates } from '../engines/synthesis/duplicates/near-duplicates.ts';
import { CALIBRATION_PAIRS, calibrate } from '../engines/text/similarity.ts';
import { readOptions } from '../platform/command-line.ts';
import { openEmbedding } from './embedding.ts';
import { isFitted } from './evaluation/sets/files.ts';

interface Squad {
  readonly data: readonly {
    readonly paragraphs: readonly {
      readonly context: string;
      readonly qas: readonly { readonly question: string; readonly answers: readonly { readonly text: string }[] }[];
    }[];
  }[];
}

interface Pair {
  readonly about: string;
  readonly a: string;
  readonly b: string;
  readonly isSame: boolean;
}

const options = readOptions('npm run bench:near-duplicates -- --squad FILE --original FILE --paraphrased FILE', {
  squad: { type: 'string' },
  original: { type: 'string' },
  paraphrased: { type: 'string' },
});
const read = (path = ''): Squad => JSON.parse(readFileSync(path, 'utf8')) as Squad;
const paragraphsOf = ({ data }: Squad) => data.flatMap(({ paragraphs }) => paragraphs);
const paragraphs = paragraphsOf(read(options.squad));

/** The paraphrases are written small: words get the capitals that they have in the paragraph. */
function* paraphrases(): Generator<Pair> {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const cased = new Map(
    paragraphs.flatMap(({ context, qas }) =>
      qas.map(({ question }) => [plain(question), { question, context }] as const),
    ),
  );
  const questionsOf = (path?: string) => paragraphsOf(read(path)).flatMap(({ qas }) => qas.map(({ question }) => question));
  const written = questionsOf(options.paraphrased);
  for (const [index, original] of questionsOf(options.original).entries()) {
    const found = cased.get(plain(original));
    const paraphrase = written[index] ?? '';
    if (found === undefined || plain(paraphrase) === plain(original)) continue;
    const capitals = new Map(
      [...`${found.context} ${found.question}`.matchAll(/(?<=[\p{L}\p{N},] )\p{Lu}[\p{L}\p{M}]*/gu)].map(([word]) => [word.toLowerCase(), word]),
    );
    const b = paraphrase.replaceAll(/[\p{L}\p{M}]+/gu, (word) => capitals.get(word) ?? word);
    yield { about: found.context, a: found.question, b: b.charAt(0).toUpperCase() + b.slice(1), isSame: true };
  }
}

function* others(): Generator<Pair> {
  for (const { context, qas } of paragraphs) {
    for (const [index, first] of qas.entries()) {
      for (const second of qas.slice(index + 1)) {
        const answers = new Set(first.answers.map(({ text }) => text.toLowerCase()));
        const inCommon = second.answers.some(({ text }) => [...answers].some((known) => known.includes(text.toLowerCase()) || text.toLowerCase().includes(known)));
        if (!inCommon) yield { about: context, a: first.question, b: second.question, isSame: false };
      }
    }
  }
}

const embed = await openEmbedding();
const pairs = [...paraphrases(), ...others()];
const texts = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))];
const vectors = new Map<string, Float32Array>();
for (let from = 0; from < texts.length; from += 64) {
  const some = texts.slice(from, from + 64);
  for (const [index, vector] of (await embed(some, 'query')).entries()) vectors.set(some[index] ?? '', vector);
}
const scale = calibrate(
  await embed(CALIBRATION_PAIRS.map(([question]) => question), 'query') as Float32Array[],
  await embed(CALIBRATION_PAIRS.map(([, passage]) => passage), 'passage') as Float32Array[],
);
const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
const measured = pairs.map((pair) => {
  const [a, b] = [readNames(pair.a), readNames(pair.b)];
  const cosine = dot(vectors.get(pair.a) ?? new Float32Array(), vectors.get(pair.b) ?? new Float32Array());
  const seen = new NearDuplicates(0.8);
  seen.add('a', pair.a);
  return {
    ...pair,
    cosine,
    same: sameness(cosine, scale),
    sharesNames: a !== null && b !== null && shareNames(a, b),
    isNearByWords: seen.find(pair.b) !== null,
    isFitted: isFitted(pair.about),
  };
});
type Measured = (typeof measured)[number];
const share = (of: readonly Measured[], test: (one: Measured) => boolean): string =>
  `${((100 * of.filter(test).length) / of.length).toFixed(2)} % of ${of.length}`;
console.log(`unrelated ${scale.unrelated.toFixed(3)}, related ${scale.related.toFixed(3)}`);
for (const half of [true, false]) {
  const rows = measured.filter((row) => row.isFitted === half);
  const [same, other] = [rows.filter(({ isSame }) => isSame), rows.filter(({ isSame }) => !isSame)];
  console.log(half ? 'CHOSEN ON' : 'MEASURED ON');
  console.log('share names: same', share(same, (row) => row.sharesNames), '; other', share(other, (row) => row.sharesNames));
  console.log('minhash: same', share(same, (row) => row.isNearByWords), '; other', share(other, (row) => row.isNearByWords));
  for (let limit = 0.5; limit < 0.99; limit += 0.02) {
    const isFound = (row: Measured): boolean => row.same >= limit && row.sharesNames;
    console.log(
      limit.toFixed(2),
      'same', share(same, isFound), 'without names', share(same, (row) => row.same >= limit),
      '| other', share(other, isFound), 'without names', share(other, (row) => row.same >= limit),
    );
  }
}
console.log('threshold', SAME_MEANING);
for (const row of measured.filter(({ isSame, sharesNames }) => !isSame && sharesNames).sort((a, b) => b.same - a.same).slice(0, 25))
  console.log(row.same.toFixed(3), row.a, '|', row.b);
for (const row of measured.filter(({ isSame, isNearByWords, sharesNames }) => isSame && !isNearByWords && sharesNames).sort((a, b) => b.same - a.same).filter((_, i) => i % 12 === 0))
  console.log('same', row.same.toFixed(3), row.a, '|', row.b);
