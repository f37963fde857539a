/**
 * Whether a context supports an answer: HaluEval-QA (`halueval_qa.jsonl`, Li et al. 2023), BEGIN (`begin_*.tsv`, Dziri
 * et al. 2022), QAGS (`mturk_*.jsonl`, Wang et al. 2020) and SummEdits (`summedits_*.json`, Laban et al. 2023).
 */
import { isFitted, readLines, readRows } from './files.ts';
import type { Folders } from './files.ts';
import type { JudgedSummary } from './judged.ts';

/** Sets whose fitted halves the weights of the judge come from. */
export function faithfulnessSets(folders: Folders): JudgedSummary[] {
  return [
    ...readLines(folders, 'halueval_qa.jsonl').flatMap(haluEval),
    ...BEGIN.flatMap(([file, name]) =>
      readLines(folders, file)
        .slice(1)
        .flatMap((line) => begin(name, line)),
    ),
    ...QAGS.flatMap(([file, name]) => readLines(folders, file).flatMap((line) => qags(name, line))),
  ];
}

const BEGIN = [
  ['begin_dev_wow.tsv', 'BEGIN Wizard of Wikipedia'],
  ['begin_test_wow.tsv', 'BEGIN Wizard of Wikipedia'],
  ['begin_dev_cmu.tsv', 'BEGIN CMU-DoG'],
  ['begin_dev_tc.tsv', 'BEGIN TopicalChat'],
] as const;

const QAGS = [
  ['mturk_cnndm.jsonl', 'QAGS CNN/DM'],
  ['mturk_xsum.jsonl', 'QAGS XSum'],
] as const;

function haluEval(line: string): JudgedSummary[] {
  const row: Readonly<Record<'question' | 'knowledge' | 'right_answer' | 'hallucinated_answer', string>> =
    JSON.parse(line);
  const { question, knowledge } = row;
  const common = { set: 'HaluEval-QA', isFitted: isFitted(question), question, contexts: [knowledge] };
  return [
    { ...common, answer: row.right_answer, isRight: true },
    { ...common, answer: row.hallucinated_answer, isRight: false },
  ];
}

/** Generic responses, which say nothing about the knowledge, have neither label. */
function begin(set: string, line: string): JudgedSummary[] {
  const [, , knowledge = '', question = '', answer = '', label] = line.split('\t');
  if (label !== 'Fully attributable' && label !== 'Not fully attributable') return [];
  const isRight = label === 'Fully attributable';
  return [{ set, isFitted: isFitted(knowledge), question, answer, contexts: [knowledge], isRight }];
}

/** Most of a sentence's judges decide. */
function qags(set: string, line: string): JudgedSummary[] {
  interface Sentence {
    readonly sentence: string;
    readonly responses: readonly { readonly response: string }[];
  }
  const row: { readonly article: string; readonly summary_sentences: readonly Sentence[] } = JSON.parse(line);
  const common = { set, isFitted: isFitted(row.article), question: '', contexts: [row.article] };
  return row.summary_sentences.map(({ sentence, responses }) => {
    const yes = responses.filter(({ response }) => response === 'yes').length;
    return { ...common, answer: sentence, isRight: yes > responses.length / 2 };
  });
}

/** Words by which the answers of a pair of like length differ at most. */
const LIKE_LENGTH = 2;

const wordsOf = (text: string): number => text.trim().split(/\s+/).length;

/** Of HaluEval-QA, the right and the hallucinated answers that are about as long. */
export function pairsOfLikeLength(answers: readonly JudgedSummary[]): JudgedSummary[] {
  const pairs = Map.groupBy(
    answers.filter(({ set }) => set === 'HaluEval-QA'),
    ({ question }) => question,
  );
  return [...pairs.values()].flatMap((pair) => {
    const [one, other] = pair.map(({ answer }) => wordsOf(answer));
    if (one === undefined || other === undefined || Math.abs(one - other) > LIKE_LENGTH) return [];
    return pair.map((answer) => ({ ...answer, set: 'HaluEval-QA, pairs of like length' }));
  });
}

const NAME = /\b(?:\p{Lu}[\p{L}'-]{1,30} ){0,3}\p{Lu}[\p{L}'-]{1,30}\b/gu;

/**
 * Right answers of HaluEval-QA, each beside another name of the same knowledge: a wrong answer that the context has.
 */
export function wrongSpans(answers: readonly JudgedSummary[]): JudgedSummary[] {
  return answers.flatMap((answer) => {
    if (answer.set !== 'HaluEval-QA' || !answer.isRight) return [];
    const names = (answer.contexts[0]?.match(NAME) ?? []).filter(
      (name) => !answer.answer.includes(name) && !name.includes(answer.answer) && !answer.question.includes(name),
    );
    const name = names[Math.floor(names.length / 2)];
    const set = 'HaluEval-QA, another name of the context';
    return name === undefined
      ? []
      : [
          { ...answer, set },
          { ...answer, set, answer: name, isRight: false },
        ];
  });
}

const SUMMARIES = ['ectsum', 'news', 'podcast', 'qmsumm', 'sales_call', 'sales_email', 'samsum', 'scitldr'];

/** Summaries by a language model, in words of their own, right or with one thing altered. */
export function alteredSummaries(folders: Folders): JudgedSummary[] {
  interface Row {
    readonly doc: string;
    readonly summary: string;
    readonly label: number;
  }
  return SUMMARIES.flatMap((name) =>
    readRows<Row>(folders, `summedits_${name}.json`).map(({ doc, summary, label }) => ({
      set: 'SummEdits',
      isFitted: false,
      question: '',
      contexts: [doc],
      answer: summary,
      isRight: label === 1,
    })),
  );
}
