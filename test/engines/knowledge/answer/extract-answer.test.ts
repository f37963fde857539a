import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { askedWords } from '../../../../engines/knowledge/retrieval/question.ts';
import { extractAnswer } from '../../../../engines/knowledge/answer/extract-answer.ts';
import type { ExtractiveAnswer } from '../../../../engines/knowledge/answer/extract-answer.ts';
import { promisingSentences } from '../../../../engines/knowledge/answer/extract-answer.ts';
import { quotedInWords } from '../../../../engines/knowledge/answer/rows.ts';
import { sentencesOf } from '../../../../engines/knowledge/answer/sentences.ts';
import type { AnswerTime } from '../../../../engines/knowledge/answer/extract-answer.ts';
import { datesIn, meant } from '../../../../engines/knowledge/time/dates-in.ts';
import { dayOf } from '../../../../engines/knowledge/time/period.ts';
import type { Period } from '../../../../engines/knowledge/time/period.ts';
import { askedTime } from '../../../../engines/knowledge/time/question.ts';
import type { AnswerPassage, Sentence } from '../../../../engines/knowledge/answer/types.ts';
import type { LexicalStatistics } from '../../../../engines/knowledge/retrieval/bm25.ts';
import { readQuestion } from '../../../../engines/knowledge/retrieval/question.ts';
import { assertLinearInText } from '../../../support/linear.ts';
import { runs } from '../../../support/depth.ts';

const passage = (text: string, change: Partial<AnswerPassage> = {}): AnswerPassage => ({
  heading: '',
  text,
  language: 'en',
  base: 1,
  from: null,
  ...change,
});
const lexical: LexicalStatistics = {
  texts: 100,
  averageLength: 50,
  frequencies: new Map([
    ['leed', 10],
    ['castl', 2],
  ]),
};
const scale = { unrelated: 0, related: 1 };
const QUESTION = Float32Array.of(1, 0, 0);
const PROBE = Float32Array.of(0, 1, 0);
const FAR = Float32Array.of(0, 0, 1);

const QUESTION_TEXT = 'Where is Leeds Castle?';

interface Case {
  readonly question?: string;
  readonly passages: readonly AnswerPassage[];
  readonly probes?: readonly (Float32Array | null)[];
  /** Of the sentences, in order; those that are missing are far from everything. */
  readonly vectors?: readonly Float32Array[];
  readonly statistics?: LexicalStatistics;
  readonly quoted?: number;
  readonly time?: AnswerTime<Period>;
}

function answer({
  question = QUESTION_TEXT,
  passages,
  probes = [],
  vectors = [],
  quoted = 3,
  time,
}: Case): ExtractiveAnswer {
  const asking = readQuestion(question, ['en']);
  const { language } = asking;
  const asked = askedWords(asking, lexical);
  const sentences = sentencesOf(asking, asked, passages);
  const all = sentences.map((_, index) => vectors[index] ?? FAR);
  const given = { question: QUESTION, probes: passages.map((_, index) => probes[index] ?? null), sentences: all };
  return extractAnswer(asked, language, passages, sentences, given, scale, quoted, time ?? null);
}

function read(passages: readonly AnswerPassage[], question = QUESTION_TEXT): Sentence[] {
  const asking = readQuestion(question, ['en']);
  return sentencesOf(asking, askedWords(asking, lexical), passages);
}

const cited = (passages: readonly AnswerPassage[], { sentences }: ExtractiveAnswer): string[] =>
  sentences.map(({ passage: index, start, end }) => passages[index]?.text.slice(start, end) ?? '');

test('a sentence is embedded with the nearest heading alone', () => {
  const texts = (passages: readonly AnswerPassage[]): string[] => read(passages).map(({ text }) => text);
  const text = 'It is in Kent.\n\n## Moat\n\nIt is wide.';
  assert.deepEqual(texts([passage(text, { heading: 'England › Castle' })]), [
    'Castle. It is in Kent.',
    'Moat. It is wide.',
  ]);
  assert.deepEqual(texts([passage(text)]), ['It is in Kent.', 'Moat. It is wide.']);
});

test('a heading in the text counts as words of the sentences below it, the heading of the passage does not', () => {
  const [first, second] = read([passage('It is old.\n\n## Castle\n\nIt is old.', { heading: 'Leeds' })]);
  assert.deepEqual(
    [first?.covers, second?.covers],
    [
      [false, false],
      [false, true],
    ],
  );
});

test('a row is read with the names of its columns, which are no sentence', () => {
  const text = '| Name | Built |\n| --- | --- |\n| Leeds Castle | 1119 |';
  const rows = read([passage(text), passage('| York | 1068 |', { heading: 'Castles › | Name | Built |' })]);
  assert.deepEqual(
    rows.map(({ text: embedded }) => embedded),
    ['Name: Leeds Castle; Built: 1119', 'Castles. Name: York; Built: 1068'],
  );
});

test('a line that only dates its text is a sentence where the question asks when', () => {
  const passages = [passage('Date: 7 March 2022\n\nThe board met.')];
  const texts = (question: string): string[] => read(passages, question).map(({ words }) => words);
  assert.deepEqual(texts('What did the board do in March 2022?'), ['The board met.']);
  assert.deepEqual(texts('When did the board meet?'), ['Date: 7 March 2022', 'The board met.']);
});

test('a passage has at most 64 sentences', () => {
  assert.equal(read([passage('It is. '.repeat(100)), passage('It is.')]).length, 65);
});

test('the sentence closest to the question ranks first, then the one with its words', () => {
  const passages = [passage('A moat is around it. Leeds Castle is old. It is in Kent.')];
  const found = answer({ passages, vectors: [FAR, FAR, QUESTION] });
  assert.deepEqual(cited(passages, found), ['It is in Kent.', 'Leeds Castle is old.', 'A moat is around it.']);
});

test('rare words weigh more than frequent ones', () => {
  const passages = [passage('Leeds is old. The castle is old.')];
  assert.deepEqual(cited(passages, answer({ passages })), ['The castle is old.', 'Leeds is old.']);
});

test('a passage of the second hop answers its probe', () => {
  const passages = [passage('It is old. It is new.'), passage('It is far. It is near.')];
  const given = { passages, vectors: [FAR, FAR, FAR, PROBE] };
  assert.equal(cited(passages, answer(given))[0], 'It is old.');
  assert.equal(cited(passages, answer({ ...given, probes: [null, PROBE] }))[0], 'It is near.');
  const both = { passages, vectors: [FAR, FAR, FAR, QUESTION], probes: [null, PROBE] };
  assert.equal(cited(passages, answer(both))[0], 'It is near.');
});

test('a sentence of a later passage scores a little less', () => {
  const passages = [passage('It is old.'), passage('It is new.')];
  const { sentences } = answer({ passages, vectors: [QUESTION, QUESTION] });
  assert.ok(sentences[1]?.score === (sentences[0]?.score ?? 0) - 0.03);
});

test('the best three are cited, and two of each passage', () => {
  const near = [QUESTION, QUESTION, QUESTION, QUESTION];
  const passages = [
    passage('It is one. It is two. It is three. It is four.'),
    passage('It is five. It is six. It is seven.'),
  ];
  const expected = ['It is one.', 'It is two.', 'It is three.', 'It is five.', 'It is six.'];
  assert.deepEqual(cited(passages, answer({ passages, vectors: near })), expected);
});

test('the text of an answer has one to three sentences: those near the best', () => {
  const quoted = (vectors: readonly Float32Array[]): boolean[] => {
    const passages = [passage('It is one. It is two.'), passage('It is three. It is four.')];
    return answer({ passages, vectors }).sentences.map(({ isQuoted }) => isQuoted);
  };
  assert.deepEqual(quoted([QUESTION, FAR, FAR, FAR]), [true, false, false, false]);
  assert.deepEqual(quoted([QUESTION, QUESTION, QUESTION, QUESTION]), [true, true, true, false]);
});

test('an answer that may quote more quotes of each passage what is cited', () => {
  const passages = [passage('It is one. It is two. It is three. It is four.'), passage('It is five.')];
  const found = answer({ passages, vectors: [QUESTION, QUESTION, QUESTION, QUESTION, QUESTION], quoted: 5 });
  assert.deepEqual(cited(passages, found), ['It is one.', 'It is two.', 'It is three.', 'It is five.']);
  assert.ok(found.sentences.every(({ isQuoted }) => isQuoted));
});

test('passages that cover the question and are close to it contain the answer, others do not', () => {
  const text = 'Leeds Castle is in Kent.';
  const near = answer({ passages: [passage(text)], vectors: [QUESTION] });
  assert.ok(near.holdsAnswer && near.confidence > 0.6);
  const far = answer({ passages: [passage('York is a city.', { base: 0.5 })] });
  assert.ok(!far.holdsAnswer && far.confidence < 0.1);
  for (const change of [
    { vectors: [FAR] },
    { passages: [passage('It is in Kent.')] },
    { passages: [passage(text, { base: 0 })] },
  ]) {
    assert.ok(answer({ passages: [passage(text)], vectors: [QUESTION], ...change }).confidence < near.confidence);
  }
});

test('in a dataset of a few texts, one word that is written in another way does not refuse the answer', () => {
  const frequencies = new Map(['yard', 'elm', 'paddl'].map((lexeme) => [lexeme, 2]));
  const statistics = { texts: 4, averageLength: 50, frequencies };
  const passages = [passage('The yard for elm paddles belongs to Ruth.', { base: 0.8 })];
  const question = 'Who owns the yard for elm paddles?';
  assert.ok(answer({ question, passages, vectors: [QUESTION], statistics }).holdsAnswer);
  const none = answer({ question: 'Who insures the boats?', passages, vectors: [QUESTION], statistics });
  assert.ok(!none.holdsAnswer);
});

test('the passages of a path cover a question together, others do not', () => {
  const [castle, york, leeds] = [passage('The castle is old.'), passage('York is old.'), passage('Leeds is old.')];
  const reached = { ...leeds, from: 0 };
  const together = answer({ passages: [castle, york, reached] });
  const apart = answer({ passages: [castle, york, leeds] });
  assert.ok(together.confidence > apart.confidence);
  assert.equal(answer({ passages: [castle, leeds] }).confidence, together.confidence);
});

test('the heading of a passage counts once, when it is judged whether the passages contain the answer', () => {
  const headed = answer({ passages: [passage('It is in Kent.', { heading: 'Leeds Castle' })] });
  assert.ok(headed.confidence > answer({ passages: [passage('It is in Kent.')] }).confidence);
  assert.equal(headed.sentences[0]?.score, 0);
});

test('without passages there is no answer', () => {
  assert.deepEqual(answer({ passages: [] }), { sentences: [], holdsAnswer: false, confidence: 0 });
  assert.deepEqual(answer({ passages: [passage('```\ncode\n```')] }).sentences, []);
});

test('across languages, where words cannot be compared, similarity decides', () => {
  const passages = [passage('Leeds Castle liegt nahe. Die Burg ist in Kent.', { language: 'de' })];
  const found = answer({ passages, vectors: [FAR, QUESTION] });
  assert.equal(cited(passages, found)[0], 'Die Burg ist in Kent.');
  assert.equal(found.sentences[0]?.score, 1.5);
  assert.ok(found.holdsAnswer);
});

test('each cited sentence has the right position and appears once, best first', () => {
  const text = fc.array(fc.constantFrom('Leeds. ', 'It is a castle. ', '\n\n', '- ', '| a | b |\n', '# x\n', '漢字。'));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), (texts) => {
      const passages = texts.map((pieces) => passage(pieces.join(''), { heading: 'Castle' }));
      const { sentences, confidence } = answer({ passages });
      const keys = new Set(sentences.map(({ passage: index, start }) => `${index}:${start}`));
      assert.equal(keys.size, sentences.length);
      assert.ok(confidence >= 0 && confidence <= 1);
      for (const [index, { passage: at, start, end, words, score }] of sentences.entries()) {
        const quoted = passages[at]?.text.slice(start, end) ?? '';
        assert.equal(quotedInWords(passages[at] ?? passage(''), { start, end }), words);
        assert.ok(quoted.startsWith('|') || quoted === words);
        assert.ok(score <= (sentences[index - 1]?.score ?? Infinity));
      }
    }),
    runs(),
  );
});

test('an answer takes linear time in its passages', async () => {
  await assertLinearInText('a passage', (text) => answer({ passages: [passage(text)] }));
});

test('of each passage the three sentences with the most words of the question, or of its probe, are embedded', () => {
  const passages = [
    passage('It is old. It has towers. Leeds has a moat. The castle is big. Leeds Castle is in Kent. It is open.'),
    passage('It is wet. It is flat. Its capital is Maidstone. It is green. Kent is a county.'),
  ];
  const question = readQuestion('Where is Leeds Castle?', ['en']);
  const probes = [null, 'where is Kent'];
  const chosen = promisingSentences(question, lexical, passages, probes, read(passages));
  assert.deepEqual(
    chosen.map(({ text }) => text),
    [
      'Leeds has a moat.',
      'The castle is big.',
      'Leeds Castle is in Kent.',
      'It is wet.',
      'It is flat.',
      'Kent is a county.',
    ],
  );
});

test('all sentences of a passage in another language are embedded', () => {
  const passages = [passage('Es ist. '.repeat(10), { language: 'de' })];
  const question = readQuestion('Where is Leeds Castle?', ['en']);
  assert.equal(promisingSentences(question, lexical, passages, [null], read(passages)).length, 10);
});

const TODAY = dayOf(2026, 1, 1);

/**
 * What the text of the answer quotes, in its order. Each sentence has its own dates, and is as close to the question as
 * the others.
 */
function quotedInTime(question: string, ...texts: readonly string[]): string[] {
  const asked = askedTime(question, TODAY, null);
  assert.ok(asked);
  const passages = texts.map((text) => passage(text));
  const datesOf = ({ words }: Sentence) =>
    datesIn(words, { written: null, dayFirst: null }).map((one) => ({ date: meant(one), weight: 1 }));
  const near = texts.flatMap((text) => text.split('. ').map(() => QUESTION));
  const found = answer({ question, passages, vectors: near, time: { asked, today: TODAY, datesOf } });
  return found.sentences.filter(({ isQuoted }) => isQuoted).map(({ words }) => words);
}

test('of a question of time, the sentences that hold at that time are quoted', () => {
  const [moll, lund, rask] = [
    'Ada Moll was mayor from 2006 to 2014.',
    'Per Lund was mayor from 2014 to 2019.',
    'Since 2019 Jon Rask is mayor.',
  ];
  const text = `${moll} ${lund} ${rask}`;
  assert.deepEqual(quotedInTime('Who was mayor in 2010?', text), [moll]);
  assert.deepEqual(quotedInTime('Who was mayor in 2017?', text), [lund]);
  assert.deepEqual(quotedInTime('Who is the mayor now?', text)[0], rask);
  assert.deepEqual(quotedInTime('Who was mayor as of June 2015?', text)[0], lund);
  assert.deepEqual(quotedInTime('Who was mayor as of June 2010?', text)[0], moll);
  assert.deepEqual(quotedInTime('Who was the first mayor?', text)[0], moll);
});

test('the latest of several passages is quoted first', () => {
  const [old, fresh] = ['In 2021 a ticket cost 120 kroner.', 'In 2024 a ticket cost 165 kroner.'];
  assert.equal(quotedInTime('What is the latest price of a ticket?', old ?? '', fresh ?? '')[0], fresh);
});

test('whether the passages hold the answer is judged without time', () => {
  const passages = [passage('It is in Kent.')];
  const asked = { from: 0, to: 9, order: null, asksWhen: false };
  const time = { asked, today: 9, datesOf: () => [{ date: { from: 1, to: 1 }, weight: 1 }] };
  const { confidence, sentences } = answer({ passages, time });
  assert.equal(confidence, answer({ passages }).confidence);
  assert.deepEqual(sentences[0]?.date, { from: 1, to: 1 });
});
