/**
 * Whether a passage helps to answer a question: MuSiQue and HotpotQA with their own distractors
 * (`musique_questions.json`, `hotpotqa_questions.json`), and single questions of MuSiQue and XQuAD (`onehop_a.json`,
 * `xquad_en_a.json`) with the passages nearest in words.
 */
import { rarity } from '../../../engines/evaluation/judges/built-in/rarity.ts';
import { tokensOf } from '../../../engines/evaluation/judges/built-in/tokens.ts';
import { isFitted, readRows, readText, sampleOf } from './files.ts';
import type { Folders } from './files.ts';

export interface JudgedPassage {
  readonly set: string;
  readonly isFitted: boolean;
  readonly question: string;
  readonly expected: readonly string[];
  readonly passage: string;
  readonly isRelevant: boolean;
}

export function passageSets(folders: Folders): JudgedPassage[] {
  return [
    ...readRows<Musique>(folders, 'musique_questions.json').flatMap(musique),
    ...readRows<Hotpot>(folders, 'hotpotqa_questions.json').flatMap(hotpot),
    ...single(folders, 'onehop_a.json', 'MuSiQue, single-hop'),
    ...single(folders, 'xquad_en_a.json', 'XQuAD'),
  ];
}

interface Musique {
  readonly question: string;
  readonly answer: string;
  readonly answer_aliases: readonly string[];
  readonly paragraphs: readonly { readonly paragraph_text: string; readonly is_supporting: boolean }[];
}

const musique = ({ question, answer, answer_aliases, paragraphs }: Musique): JudgedPassage[] =>
  paragraphs.map(({ paragraph_text: passage, is_supporting: isRelevant }) => ({
    set: 'MuSiQue',
    isFitted: isFitted(question),
    question,
    expected: [answer, ...answer_aliases],
    passage,
    isRelevant,
  }));

interface Hotpot {
  readonly question: string;
  readonly answer: string;
  readonly context: readonly (readonly [title: string, sentences: readonly string[]])[];
  readonly supporting_facts: readonly (readonly [title: string, sentence: number])[];
}

function hotpot({ question, answer, context, supporting_facts }: Hotpot): JudgedPassage[] {
  const gold = new Set(supporting_facts.map(([title]) => title));
  return context.map(([title, sentences]) => ({
    set: 'HotpotQA',
    isFitted: isFitted(question),
    question,
    expected: [answer],
    passage: sentences.join(''),
    isRelevant: gold.has(title),
  }));
}

/** Questions that are taken, and passages beside the gold ones. */
const QUESTIONS = 60;
const DISTRACTORS = 7;

interface Single {
  readonly passages: readonly { readonly text: string }[];
  readonly questions: readonly {
    readonly q: string;
    readonly gold: readonly number[];
    readonly answer: readonly string[];
  }[];
}

function single(folders: Folders, file: string, set: string): JudgedPassage[] {
  const text = readText(folders, file);
  if (text === null) return [];
  const { passages, questions }: Single = JSON.parse(text);
  const words = passages.map((passage) => contentOf(passage.text));
  return sampleOf(questions, QUESTIONS, ({ q }) => q).flatMap(({ q: question, gold, answer }) => {
    const asked = [...contentOf(question)];
    const shared = (at: number): number =>
      asked.reduce((sum, word) => sum + (words[at]?.has(word) ? rarity(word) : 0), 0);
    const others = passages
      .map((_passage, at) => ({ at, shared: shared(at) }))
      .filter(({ at }) => !gold.includes(at))
      .sort((a, b) => b.shared - a.shared)
      .slice(0, DISTRACTORS);
    return [...gold, ...others.map(({ at }) => at)].map((at) => ({
      set,
      isFitted: isFitted(question),
      question,
      expected: answer,
      passage: passages[at]?.text ?? '',
      isRelevant: gold.includes(at),
    }));
  });
}

const contentOf = (text: string): Set<string> =>
  new Set(
    tokensOf(text, 'en')
      .filter(({ isContent }) => isContent)
      .map(({ stem }) => stem),
  );
