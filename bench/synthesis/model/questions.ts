/** The questions of the scripted model on a passage or two, with the faults that it plants. */
import { chanceOf, plantedIn } from './faults.ts';
import type { Planted } from './faults.ts';
import { factsOf, withoutMarks } from './facts.ts';
import type { WrittenFact } from './facts.ts';

export interface ShownPassage {
  readonly title: string;
  readonly text: string;
}

export interface WrittenQuestion {
  readonly question: string;
  readonly answer: string;
  /** A sentence of each passage that it is about. */
  readonly quotes: readonly { readonly passage: number; readonly text: string }[];
}

/** Share of the questions with a fault. */
export const FAULTY = 0.2;
export const QUESTION_FAULTS = [
  ...(['ungrounded', 'invented_quote', 'dangling', 'near_duplicate', 'given_away', 'known', 'personal_data'] as const),
];
type QuestionFault = (typeof QUESTION_FAULTS)[number];

/** Answers that no passage gives. */
export const ELSEWHERE = [
  'Lake Titicaca',
  'Wilhelmina Ostrander',
  '1347',
  'Saskatoon',
  '88,214',
  'Ferrante Bellarmine',
];

/** Things that short encyclopaedic texts seldom say. */
const UNSAID = [
  'How much did the restoration of NAME cost?',
  'Which critic reviewed NAME most harshly?',
  'What is the favourite dish of the neighbours of NAME?',
  'Which insurance company covers NAME?',
  'How tall is the fence around the grave linked with NAME?',
  'Who translated the brochure about NAME into Estonian?',
  'What colour is the door in the oldest photograph of NAME?',
  'How many umbrellas were sold on the anniversary of NAME?',
  'Which bus line stops nearest to the archive about NAME?',
  'Who repaired the clock that was given in honour of NAME?',
  'What grade did the youngest pupil who wrote about NAME get?',
  'Which typeface was chosen for the plaque on NAME?',
];

interface Writing {
  /** The sentence to begin with. */
  readonly from: string;
  readonly count: number;
  readonly planted: Planted;
  /** Those that are planted. */
  readonly faults: readonly QuestionFault[];
}

/** Passages without a name or number give no question. */
export function writeQuestions(
  kind: string,
  passages: readonly ShownPassage[],
  { from, count, planted, faults }: Writing,
): readonly WrittenQuestion[] {
  const [first, second] = passages;
  if (first === undefined) return [];
  if (kind === 'unanswerable') return unanswerable(first, from, { count, planted });
  const facts = chosen(kind, factsOf(first.title, first.text), from, count);
  const others = second ? factsOf(second.title, second.text) : [];
  const other = others[Math.floor(chanceOf(from) * others.length)];
  const written = facts.map((fact) => {
    const quotes = [{ passage: 1, text: fact.sentence }];
    if (second === undefined || other === undefined) return { question: fact.question, answer: fact.answer, quotes };
    quotes.push({ passage: 2, text: other.sentence });
    return { ...joined(kind, fact, other, [first.title, second.title]), quotes };
  });
  // A question with two choices has the answer, and half of the guesses are right.
  const possible = faults.filter((fault) => kind !== 'comparison' || (fault !== 'given_away' && fault !== 'known'));
  return written.map((question, index) => {
    const fault = plantedIn(question.question, FAULTY, possible);
    return fault === null ? question : faulty(fault, question, written[index - 1] ?? null, planted);
  });
}

/** Of a passage from the sentence on, one of each sentence; only those with a year where a time is asked for. */
function chosen(kind: string, facts: readonly WrittenFact[], from: string, count: number): readonly WrittenFact[] {
  const at = Math.max(
    0,
    facts.findIndex(({ sentence }) => sentence.trim() === from.trim()),
  );
  const turned = [...facts.slice(at), ...facts.slice(0, at)];
  const dated = turned.filter(({ answer }) => /^\d{4}$/.test(answer));
  const bySentence = Map.groupBy(kind === 'temporal' && dated.length > 0 ? dated : turned, ({ sentence }) => sentence);
  const drawn = [...bySentence].flatMap(
    ([sentence, of]) => of[Math.floor(chanceOf(from + sentence) * of.length)] ?? [],
  );
  return drawn.slice(0, count);
}

function joined(
  kind: string,
  one: WrittenFact,
  other: WrittenFact,
  [first, second]: readonly [string, string],
): Pick<WrittenQuestion, 'question' | 'answer'> {
  // Passages of one document have the same title: there is nothing to choose.
  if (kind === 'comparison' && first !== second) {
    return { question: `Which of the two is linked with ${one.answer}: ${first} or ${second}?`, answer: first };
  }
  return {
    question: `${one.question.replace('?', '')}, and ${lowered(other.question)}`,
    answer: `${one.answer} and ${other.answer}`,
  };
}

function unanswerable(
  { title, text }: ShownPassage,
  from: string,
  { count, planted }: { readonly count: number; readonly planted: Planted },
): readonly WrittenQuestion[] {
  const at = Math.floor(chanceOf(`${title}${from}`) * UNSAID.length);
  const facts = chosen('unanswerable', factsOf(title, text), from, count);
  return facts.map(({ sentence, answer }, index) => {
    const quotes = [{ passage: 1, text: sentence }];
    const asked = (UNSAID[(at + index) % UNSAID.length] ?? '').replace('NAME', `${title} and of ${answer}`);
    if (plantedIn(asked, FAULTY / 2, ['answered']) === null) return { question: asked, answer: '', quotes };
    const answered = `Is it so: ${withoutMarks(sentence)}?`;
    planted.add(answered, 'answered');
    return { question: answered, answer: '', quotes };
  });
}

/** `before`: the question before it, which a near-duplicate repeats. */
function faulty(
  fault: QuestionFault,
  written: WrittenQuestion,
  before: WrittenQuestion | null,
  planted: Planted,
): WrittenQuestion {
  if (fault === 'near_duplicate' && before === null) return written;
  const bad = withFault(fault, written, before ?? written);
  planted.add(bad.question, fault, {
    repeats: fault === 'near_duplicate' ? before?.question : undefined,
    known: fault === 'known' ? bad.answer : undefined,
  });
  return bad;
}

function withFault(fault: QuestionFault, written: WrittenQuestion, before: WrittenQuestion): WrittenQuestion {
  const { question, answer, quotes } = written;
  switch (fault) {
    case 'ungrounded':
      return { ...written, answer: ELSEWHERE[Math.floor(chanceOf(question) * ELSEWHERE.length)] ?? '' };
    case 'invented_quote':
      return {
        ...written,
        quotes: quotes.map(({ passage }) => ({ passage, text: `As all agree, it was ${answer}.` })),
      };
    case 'dangling':
      return { ...written, question: `According to the passage, ${lowered(question)}` };
    case 'near_duplicate':
      return { ...before, question: `And ${lowered(before.question)}` };
    case 'known':
      return written;
    case 'given_away':
      return { ...written, question: `Is ${answer} right for this: ${question}` };
    case 'personal_data':
      return { ...written, question: `${question} Write to jane.miller@gmail.com or 4111 1111 1111 1111.` };
  }
}

/** Share of the questions that the model answers wrongly without their passages. */
const GUESSED = 0.1;

/** What the model says to a question without its passages. */
export function answerClosedBook(question: string, planted: Planted): { knows: boolean; answer: string } {
  const known = planted.knownOf(question);
  if (known !== null) return { knows: true, answer: known };
  const chance = chanceOf(`guess ${question}`) / GUESSED;
  if (chance >= 1) return { knows: false, answer: '' };
  return { knows: true, answer: ELSEWHERE[Math.floor(chance * ELSEWHERE.length)] ?? '' };
}

export const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
