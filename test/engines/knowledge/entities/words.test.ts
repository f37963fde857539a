import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWords } from '../../../../engines/knowledge/entities/words.ts';

test('words that every object has as a member are words of a name', () => {
  for (const word of ['constructor', '__proto__', 'valueOf', 'toString']) {
    const { words, numbers, legal } = readWords(`hydro ${word}`);
    assert.deepEqual({ words, numbers, legal }, { words: ['hydro', word], numbers: '', legal: '' });
  }
});

test('numbers, legal forms and spellings are read', () => {
  const { words, numbers, legal } = readWords('second harbour company');
  assert.deepEqual({ words, numbers, legal }, { words: ['harbor'], numbers: '2', legal: 'co' });
});
