/** Questions of public sets: paraphrases, which ask the same, and questions with other answers, which do not. */
import { makeItems } from '../../engines/synthesis/make.ts';
import { QUESTION_KINDS } from '../../engines/synthesis/options.ts';
import { readText } from '../evaluation/sets/files.ts';
import type { Folders } from '../evaluation/sets/files.ts';

export interface Question {
  /** The passage that it is about. */
  readonly about: string;
  readonly question: string;
  readonly answers: readonly string[];
}

/** Questions by rules that are measured. */
const MOST_QUESTIONS = 2000;

export interface Paraphrase {
  readonly set: string;
  readonly original: Question;
  readonly paraphrase: string;
}

export function readParaphrases(folders: Folders): readonly Paraphrase[] {
  return [
    ...paraphrases('changed words', readSquad(folders, 'dev_orig.json'), readSquad(folders, 'dev_para.json')),
    ...paraphrases('rewritten', readSquad(folders, 'adv_orig.json'), readSquad(folders, 'adv_para.json')),
  ];
}

export interface Questions {
  readonly set: string;
  readonly questions: readonly Question[];
  /** Whether two of them are known to ask for different things. */
  readonly areOther: (a: Question, b: Question) => boolean;
}

export const readQuestions = (folders: Folders): readonly Questions[] => [
  { set: 'other questions', questions: readSquad(folders, 'dev_orig.json'), areOther: haveOtherAnswers },
  {
    set: 'other questions, German',
    areOther: haveOtherAnswers,
    questions: casesIn(readCases(folders, 'xquad_de_a.json')),
  },
  {
    set: 'questions by rules',
    areOther: (a, b) => a.question !== b.question,
    questions: byRules(readCases(folders, 'hotpotqa_a.json')),
  },
];

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const haveOtherAnswers = (a: Question, b: Question): boolean =>
  !a.answers.map(plain).some((one) => b.answers.map(plain).some((other) => one.includes(other) || other.includes(one)));

/** The files have their questions in one order. */
const paraphrases = (set: string, originals: readonly Question[], paraphrased: readonly Question[]) =>
  originals.flatMap((original, index): Paraphrase[] => {
    const { question: paraphrase = '' } = paraphrased[index] ?? {};
    return plain(paraphrase) === plain(original.question) ? [] : [{ set, original, paraphrase }];
  });

interface Squad {
  readonly data: readonly {
    readonly paragraphs: readonly {
      readonly context: string;
      readonly qas: readonly { readonly question: string; readonly answers: readonly { readonly text: string }[] }[];
    }[];
  }[];
}

/** The questions of these files are written small: words get the capitals that they have in the paragraph. */
function readSquad(folders: Folders, file: string): readonly Question[] {
  const { data }: Squad = JSON.parse(readText(folders, file) ?? '{"data": []}');
  return data
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap(({ context, qas }) => {
      const names = namesIn(context);
      return qas.map(({ question, answers }) => ({
        about: context,
        question: withNames(question, names),
        answers: answers.map(({ text }) => text),
      }));
    });
}

/** Words with a capital within a sentence, by how they are written small. */
const namesIn = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(/(?<=[\p{L}\p{N},] )\p{Lu}[\p{L}\p{M}]*/gu)].map(([word]) => [word.toLowerCase(), word]));

function withNames(question: string, names: ReadonlyMap<string, string>): string {
  const written = question.replaceAll(/[\p{L}\p{M}]+/gu, (word) => names.get(word) ?? word);
  return written.charAt(0).toUpperCase() + written.slice(1);
}

interface Cases {
  readonly passages: readonly { readonly title: string; readonly text: string }[];
  readonly questions: readonly {
    readonly q: string;
    readonly gold: readonly number[];
    readonly answer: readonly string[];
  }[];
}

/** Case files of the form of bench/knowledge/cases.ts. */
const readCases = (folders: Folders, file: string): Cases =>
  JSON.parse(readText(folders, file) ?? '{"passages": [], "questions": []}');

const casesIn = ({ passages, questions }: Cases): readonly Question[] =>
  questions.map(({ q, gold, answer }) => ({ about: passages[gold[0] ?? 0]?.text ?? '', question: q, answers: answer }));

/** What the service asks of the passages without a model: each question is about another fact. */
function byRules({ passages }: Cases): readonly Question[] {
  const sources = passages.map(({ title, text }, index) => ({
    id: String(index),
    title,
    text,
    origin: {},
    facts: null,
  }));
  const mix = Object.fromEntries(QUESTION_KINDS.filter((kind) => kind !== 'cloze').map((kind) => [kind, 1]));
  const items = [...makeItems({ engine_id: 'grounded_qa', mix, count: MOST_QUESTIONS, seed: 1 }, sources)];
  return items
    .slice(0, MOST_QUESTIONS)
    .flatMap(({ value: { question, answer, contexts } }) =>
      typeof answer === 'string' ? [{ about: String(contexts), question: String(question), answers: [answer] }] : [],
    );
}
