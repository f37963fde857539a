/** Lines that only date their text answer nothing but a question for a time, a place or a person. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksOfHead, withoutDatelines } from '../../../../engines/knowledge/answer/datelines.ts';
import { statementsOf } from '../../../../engines/text/statements.ts';
import { assertLinearInText } from '../../../support/linear.ts';

const kept = (text: string, heading = ''): string[] =>
  withoutDatelines(text, statementsOf(text), heading).map(({ start, end }) => text.slice(start, end));

const MET = 'The board met and chose a roof.';

test('a line of a date, alone or behind a label or a place, is no statement', () => {
  const lines = [
    '10 January 2023',
    '10 January 2023.',
    'Date: 13 June 2022',
    '**Date:** 7 March 2022',
    'Monday, 7 March 2022',
    'Husum, 19.09.2021',
    'Brakken, den 4. Mai 2019',
    'Last updated: 3 May 2020',
    'Stand: 1.1.2020',
    '- 7 March 2022, 10:00',
  ];
  for (const line of lines) assert.deepEqual(kept(`${line}\n\n${MET}`), [MET], line);
});

test('the head of a text is none either, with its other labels', () => {
  assert.deepEqual(kept(`Date: 7 March 2022\nPlace: Town Hall\nPresent: Ada Moll, Jon Rask\n\n${MET}`), [MET]);
});

test('a line that says what happened, or who or what it was, is a statement', () => {
  const lines = [
    'Opened: 4 May 2018',
    'Due date: 12 March 2024',
    'Date of birth: 3 June 1932',
    'It was published 3 May 2020.',
    'Ada Moll, 2006–2014',
    'Peter Lund (2014–2019)',
    'In 2010.',
    'The work ends in October 2022.',
    'Price: 120 kroner',
    'Price: 120 kroner\nPlace: Town Hall',
    'Date: 7 March 2022\nThe board: it met and chose a roof.',
    'Berlin fell on 2 May 1945.',
  ];
  for (const line of lines) assert.deepEqual(kept(`${line}\n\n${MET}`), [line, MET], line);
  const row = '| 7 March 2022 |';
  assert.deepEqual(kept(`| Met |\n| --- |\n${row}\n\n${MET}`), [row, MET]);
});

test('a date that is all that a section says is what its heading asks for', () => {
  assert.deepEqual(kept(`${MET}\n\n## Deadline\n\n12 March 2024\n\n## Result\n\n10 May 2024\n\nIt is open.`), [
    MET,
    '12 March 2024',
    'It is open.',
  ]);
  assert.deepEqual(kept('12 March 2024', 'Rules › Deadline'), ['12 March 2024']);
  assert.deepEqual(kept('12 March 2024'), []);
});

test('the head of a text may answer when, where and who', () => {
  for (const question of [
    'When did the board meet?',
    'On what date did it meet?',
    'Wo tagte der Rat?',
    'who was there',
  ])
    assert.ok(asksOfHead(question), question);
  for (const question of ['What did the board decide in Q1 2022?', 'Was geschah im September 2021?', 'Whole wonder'])
    assert.ok(!asksOfHead(question), question);
});

test('datelines are looked for in linear time', async () => {
  await assertLinearInText('datelines', (text) => kept(text));
});
