/** Questions in two wordings, from two files of SQuAD's form (Gan and Ng, ACL 2019). */
import { readFile } from 'node:fs/promises';

export interface Paraphrased {
  readonly asked: string;
  readonly inOtherWords: string;
  /** What answers it. */
  readonly passage: string;
}

interface SquadFile {
  readonly data: readonly {
    readonly paragraphs: readonly {
      readonly context: string;
      readonly qas: readonly { readonly question: string }[];
    }[];
  }[];
}

/** Questions at the same place of both files are one in two wordings. Throws when their passages differ. */
export async function readParaphrases(questions: string, paraphrases: string): Promise<readonly Paraphrased[]> {
  const [asked, reworded] = await Promise.all([readQuestions(questions), readQuestions(paraphrases)]);
  return asked.map(({ question, passage }, at) => {
    const other = reworded[at];
    if (other?.passage !== passage) throw new RangeError(`The files differ at question ${at + 1}: ${question}`);
    return { asked: question, inOtherWords: other.question, passage };
  });
}

async function readQuestions(file: string): Promise<{ readonly question: string; readonly passage: string }[]> {
  const { data }: SquadFile = JSON.parse(await readFile(file, 'utf8'));
  return data.flatMap(({ paragraphs }) =>
    paragraphs.flatMap(({ context, qas }) => qas.map(({ question }) => ({ question, passage: context }))),
  );
}
