/** Public sets of judgements by people, in their published files. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An answer that people have judged. */
export interface JudgedAnswer {
  readonly set: string;
  /** Weights are fitted on one half of the sets; the other half is measured. What is about one text is in one half. */
  readonly isFitted: boolean;
  readonly question: string;
  readonly answer: string;
  readonly isRight: boolean;
}

export interface JudgedSummary extends JudgedAnswer {
  readonly contexts: readonly string[];
}

export interface JudgedFact extends JudgedAnswer {
  readonly expected: readonly string[];
}

/**
 * Whether a context supports an answer: HaluEval-QA (`halueval_qa.jsonl`, Li et al. 2023), BEGIN (`begin_*.tsv`, Dziri et al. 2022) and QAGS
 * (`mturk_*.jsonl`, Wang et al. 2020). Files that are absent are left out.
 */
export function faithfulnessSets(folder: string): JudgedSummary[] {
  return [
    ...lines(folder, 'halueval_qa.jsonl').flatMap(haluEval),
    ...['wow', 'cmu', 'tc'].flatMap((name) =>
      ['dev', 'test'].flatMap((part) =>
        lines(folder, `begin_${part}_${name}.tsv`)
          .slice(1)
          .flatMap((line) => begin(name, line)),
      ),
    ),
    ...['cnndm', 'xsum'].flatMap((name) => lines(folder, `mturk_${name}.jsonl`).flatMap((line) => qags(name, line))),
  ];
}

/** Whether a short answer is right: EVOUNA (`NQ.json` and `TQ.json`, Wang et al. 2023). */
export function correctnessSets(folder: string): JudgedFact[] {
  return ['NQ', 'TQ'].flatMap((name) => {
    const text = read(folder, `${name}.json`);
    const rows: readonly Readonly<Record<string, unknown>>[] = text === null ? [] : JSON.parse(text);
    return rows.filter(({ improper }) => improper !== true).flatMap((row) => evouna(name, row));
  });
}

function read(folder: string, file: string): string | null {
  const path = join(folder, file);
  if (existsSync(path)) return readFileSync(path, 'utf8');
  console.log(`${path} is absent and left out.`);
  return null;
}

const lines = (folder: string, file: string): string[] => read(folder, file)?.trim().split(/\r?\n/) ?? [];

const isFitted = (about: string): boolean => (createHash('sha256').update(about).digest()[0] ?? 0) % 2 === 1;

function haluEval(line: string): JudgedSummary[] {
  const row: Readonly<Record<'question' | 'knowledge' | 'right_answer' | 'hallucinated_answer', string>> =
    JSON.parse(line);
  const common = {
    set: 'HaluEval-QA',
    isFitted: isFitted(row.question),
    question: row.question,
    contexts: [row.knowledge],
  };
  return [
    { ...common, answer: row.right_answer, isRight: true },
    { ...common, answer: row.hallucinated_answer, isRight: false },
  ];
}

/** Generic responses, which say nothing about the knowledge, have neither label. */
function begin(name: string, line: string): JudgedSummary[] {
  const [, , knowledge = '', question = '', answer = '', label] = line.split('\t');
  if (label !== 'Fully attributable' && label !== 'Not fully attributable') return [];
  const set = `BEGIN ${name}`;
  return [
    {
      set,
      isFitted: isFitted(knowledge),
      question,
      answer,
      contexts: [knowledge],
      isRight: label === 'Fully attributable',
    },
  ];
}

/** Most of a sentence's judges decide. */
function qags(name: string, line: string): JudgedSummary[] {
  interface Sentence {
    readonly sentence: string;
    readonly responses: readonly { readonly response: string }[];
  }
  const row: { readonly article: string; readonly summary_sentences: readonly Sentence[] } = JSON.parse(line);
  const common = { set: `QAGS ${name}`, isFitted: isFitted(row.article), question: '', contexts: [row.article] };
  return row.summary_sentences.map(({ sentence, responses }) => {
    const yes = responses.filter(({ response }) => response === 'yes').length;
    return { ...common, answer: sentence, isRight: yes > responses.length / 2 };
  });
}

const SYSTEMS = ['fid', 'gpt35', 'chatgpt', 'gpt4', 'newbing'];

function evouna(name: string, row: Readonly<Record<string, unknown>>): JudgedFact[] {
  const [question, golden] = [String(row['question']), String(row['golden_answer'])];
  return SYSTEMS.flatMap((system) => {
    const [answer, verdict] = [row[`answer_${system}`], row[`judge_${system}`]];
    if (typeof answer !== 'string' || typeof verdict !== 'boolean') return [];
    const expected = [...new Set([golden, ...golden.split('/')])];
    return [{ set: `EVOUNA ${name}`, isFitted: isFitted(question), question, answer, expected, isRight: verdict }];
  });
}
