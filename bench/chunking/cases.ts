/**
 * Texts, and questions with the characters that answer them, in the form of the public chunking_evaluation data:
 * `corpora/NAME.md` and `questions_df.csv` with the columns question, references (as JSON) and corpus_id.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseRows } from '../../engines/parse/markdown_converter/delimited.ts';

export interface Question {
  readonly text: string;
  /** UTF-16 code units of the text, end exclusive. */
  readonly gold: readonly Span[];
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Corpus {
  readonly name: string;
  readonly text: string;
  readonly questions: readonly Question[];
}

const QUESTIONS = 'questions_df.csv';

/** Whether a folder has such cases. */
export const hasCases = (folder: string): boolean => existsSync(join(folder, QUESTIONS));

/** The texts that questions are about, in the order of the questions. Throws where a reference is not in its text. */
export async function readCorpora(folder: string): Promise<readonly Corpus[]> {
  const [, ...rows] = parseRows(await readFile(join(folder, QUESTIONS), 'utf8'), ',', Infinity);
  const asked = rows.map(([text = '', references = '[]', corpus = '']) => {
    const found: readonly Reference[] = JSON.parse(references);
    return { text, corpus, references: found };
  });
  return Promise.all(
    [...Map.groupBy(asked, ({ corpus }) => corpus)].map(async ([name, questions]) => {
      const text = await readFile(join(folder, 'corpora', `${name}.md`), 'utf8');
      return { name, text, questions: questions.map((question) => questionOf(question, text)) };
    }),
  );
}

interface Reference {
  readonly content: string;
  /** Code points. */
  readonly start_index: number;
}

function questionOf(
  { text: question, references }: { readonly text: string; readonly references: readonly Reference[] },
  text: string,
): Question {
  const gold = references.map(({ content, start_index }) => {
    // Characters outside the basic plane are two code units: the text is at its index or a little after it.
    const start = text.indexOf(content, start_index);
    if (start < 0) throw new Error(`The reference "${content}" of "${question}" is not in its text.`);
    return { start, end: start + content.length };
  });
  return { text: question, gold };
}
