/** Whether a short answer is right: EVOUNA (`NQ.json` and `TQ.json`, Wang et al. 2023). */
import { isFitted, readRows } from './files.ts';
import type { Folders } from './files.ts';
import type { JudgedFact } from './judged.ts';

const FILES = [
  ['NQ.json', 'EVOUNA Natural Questions'],
  ['TQ.json', 'EVOUNA TriviaQA'],
] as const;
const SYSTEMS = ['fid', 'gpt35', 'chatgpt', 'gpt4', 'newbing'];

type Row = Readonly<Record<string, unknown>>;

/** The answers of five systems, with the verdicts of people. */
export function correctnessSets(folders: Folders): JudgedFact[] {
  return FILES.flatMap(([file, set]) =>
    readRows<Row>(folders, file)
      .filter(({ improper }) => improper !== true)
      .flatMap((row) => evouna(set, row)),
  );
}

function evouna(set: string, row: Row): JudgedFact[] {
  const [question, golden] = [String(row['question']), String(row['golden_answer'])];
  const expected = [...new Set([golden, ...golden.split('/')])];
  return SYSTEMS.flatMap((system) => {
    const [answer, verdict] = [row[`answer_${system}`], row[`judge_${system}`]];
    if (typeof answer !== 'string' || typeof verdict !== 'boolean') return [];
    return [{ set, isFitted: isFitted(question), question, answer, expected, isRight: verdict }];
  });
}
