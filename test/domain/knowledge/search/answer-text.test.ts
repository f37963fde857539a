import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerText } from '../../../../domain/knowledge/search/results.ts';

const quotation = (rank: number, start: number, words: string) => ({ rank, start, words });

test('passages come best first, the sentences of a passage in the order of its text', () => {
  const quotations = [quotation(2, 50, 'It is old.'), quotation(1, 0, 'It is new.'), quotation(2, 10, 'It is far.')];
  assert.equal(answerText(quotations, true), 'It is far. [2] It is old. [2] It is new. [1]');
});

test('sentences in an order of time keep it', () => {
  const quotations = [quotation(1, 50, 'It is new.'), quotation(1, 0, 'It was old.')];
  assert.equal(answerText(quotations, true, 'rank'), 'It is new. [1] It was old. [1]');
});

test('an uncertain answer says so and is shown', () => {
  const expected = 'Nothing states this for certain; the closest passages say: It is old. [1]';
  assert.equal(answerText([quotation(1, 0, 'It is old.')], false), expected);
});

test('rows get a full stop', () => {
  assert.equal(answerText([quotation(1, 0, 'City: Hamburg; Rate: 140')], true), 'City: Hamburg; Rate: 140. [1]');
});

test('without sentences there is no text', () => {
  assert.equal(answerText([], true), null);
  assert.equal(answerText([], false), null);
});
