/**
 * Case files: passages, and questions with the passages that answer them. Three forms, anywhere below a folder:
 * `NAME_corpus.json` with `NAME_questions.json`, as HotpotQA and MuSiQue are published, `NAME.json` with both, and the
 * folder NAME with documents in Markdown and `questions.json`.
 */
import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

export interface Passage {
  readonly title: string;
  readonly text: string;
}

export interface Question {
  readonly text: string;
  /** Positions of the passages that are needed to answer it; none for a question that none of them answers. */
  readonly gold: readonly number[];
  /** Spellings of the answer; none where the file has none. */
  readonly answers: readonly string[];
}

export interface Cases {
  /** Path of the file below the folder, without its ending. */
  readonly name: string;
  readonly passages: readonly Passage[];
  readonly questions: readonly Question[];
}

interface CombinedFile {
  readonly passages: readonly Passage[];
  readonly questions: readonly {
    readonly q: string;
    readonly gold: readonly number[];
    readonly answer?: readonly string[];
  }[];
}

/** Questions of a folder of documents. */
type FolderQuestions = readonly {
  readonly q: string;
  /** Names of files without their ending. */
  readonly gold: readonly string[];
  readonly answer: readonly string[];
}[];

/** HotpotQA has the sentences of each title, MuSiQue a list of passages. */
type Corpus = Readonly<Record<string, readonly string[]>> | readonly Passage[];

interface PublishedQuestion {
  readonly question: string;
  readonly answer?: string;
  /** MuSiQue. */
  readonly answer_aliases?: readonly string[];
  /** HotpotQA: title and sentence. */
  readonly supporting_facts?: readonly (readonly [title: string, sentence: number])[];
  /** MuSiQue. */
  readonly paragraphs?: readonly {
    readonly title: string;
    readonly paragraph_text: string;
    readonly is_supporting: boolean;
  }[];
}

const CORPUS = '_corpus.json';
const QUESTIONS = '_questions.json';
/** Of a folder of documents. */
const FOLDER = '/questions.json';

/** The names of the cases below a folder, in alphabetical order; none when it does not exist. */
export function caseNames(folder: string): string[] {
  const files = globSync('**/*.json', { cwd: folder }).map((file) => file.replaceAll('\\', '/'));
  return files
    .filter((file) => !file.endsWith(QUESTIONS))
    .map((file) => file.slice(0, -([CORPUS, FOLDER].find((end) => file.endsWith(end)) ?? '.json').length))
    .sort();
}

/** Throws when a gold passage of a question is not among the passages. */
export async function readCases(folder: string, name: string): Promise<Cases> {
  const path = join(folder, name);
  const read = existsSync(path + CORPUS) ? readPair : existsSync(path + FOLDER) ? readFolder : readBoth;
  const { passages, questions } = await read(path);
  for (const { text, gold } of questions) {
    if (gold.some((at) => passages[at] === undefined)) {
      throw new Error(`${name}: the gold passages of "${text}" are not among the passages.`);
    }
  }
  return { name, passages, questions };
}

async function readBoth(path: string): Promise<Omit<Cases, 'name'>> {
  const { passages, questions }: CombinedFile = JSON.parse(await readFile(`${path}.json`, 'utf8'));
  return {
    passages,
    questions: questions.map(({ q, gold, answer = [] }) => ({ text: q, gold: [...new Set(gold)], answers: answer })),
  };
}

async function readFolder(path: string): Promise<Omit<Cases, 'name'>> {
  const files = globSync('*.md', { cwd: path }).sort();
  const passages = await Promise.all(
    files.map(async (file) => ({ title: basename(file, '.md'), text: await readFile(join(path, file), 'utf8') })),
  );
  const asked: FolderQuestions = JSON.parse(await readFile(path + FOLDER, 'utf8'));
  const questions = asked.map(({ q, gold, answer }) => ({
    text: q,
    answers: answer,
    gold: gold.map((name) => passages.findIndex(({ title }) => title === name)),
  }));
  return { passages, questions };
}

async function readPair(path: string): Promise<Omit<Cases, 'name'>> {
  const corpus: Corpus = JSON.parse(await readFile(`${path}${CORPUS}`, 'utf8'));
  const asked: readonly PublishedQuestion[] = JSON.parse(await readFile(`${path}${QUESTIONS}`, 'utf8'));
  const passages = isList(corpus)
    ? corpus
    : Object.entries(corpus).map(([title, sentences]) => ({ title, text: flat(sentences.join('')) }));
  const byTitle = new Map(passages.map(({ title }, at) => [flat(title), at]));
  const byContent = new Map(passages.map(({ title, text }, at) => [flat(`${title}\n${text}`), at]));
  const goldOf = ({ paragraphs, supporting_facts = [] }: PublishedQuestion): (number | undefined)[] =>
    paragraphs === undefined
      ? supporting_facts.map(([title]) => byTitle.get(flat(title)))
      : paragraphs
          .filter(({ is_supporting }) => is_supporting)
          .map(({ title, paragraph_text }) => byContent.get(flat(`${title}\n${paragraph_text}`)));
  const questions = asked.map((question) => ({
    text: question.question,
    gold: [...new Set(goldOf(question).map((at) => at ?? -1))],
    answers: [question.answer ?? [], question.answer_aliases ?? []].flat(),
  }));
  return { passages, questions };
}

function isList(corpus: Corpus): corpus is readonly Passage[] {
  return Array.isArray(corpus);
}

/** The corpus and the questions differ in white space. */
function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
