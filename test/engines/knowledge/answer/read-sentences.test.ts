import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SentenceReader } from '../../../../engines/knowledge/answer/read-sentences.ts';
import { runs } from '../../../support/depth.ts';

const sentence = fc.record({ text: fc.string({ unit: 'binary' }), passages: fc.array(fc.integer()) });

test('each sentence is there with the last character of its JSON, however the output is divided', () => {
  fc.assert(
    fc.property(fc.array(sentence), fc.constantFrom(0, 1, 4), fc.nat({ max: 20 }), (sentences, indent, size) => {
      const json = JSON.stringify({ answered: true, sentences }, null, indent);
      const reader = new SentenceReader();
      const characters = Array.from(json);
      const parts = Array.from({ length: Math.ceil(characters.length / (size + 1)) }, (_, at) =>
        characters.slice(at * (size + 1), (at + 1) * (size + 1)).join(''),
      );
      assert.deepEqual(
        parts.flatMap((part) => reader.push(part)),
        sentences.map(({ text, passages }) => ({ text, passages: passages.map((number) => number + 0) })),
      );
    }),
    runs(),
  );
});

test('the first sentence does not wait for the second', () => {
  const reader = new SentenceReader();
  assert.deepEqual(reader.push('```json\n{"answered": true, "sentences": [{"text": "A } \\" b.", "passages": [1'), []);
  assert.deepEqual(reader.push(']}'), [{ text: 'A } " b.', passages: [1] }]);
  assert.deepEqual(reader.push(', {"text": "C.", "pass'), []);
});

test('there are no sentences before the model says that it has an answer, and none of another form', () => {
  const read = (json: string) => new SentenceReader().push(json);
  assert.deepEqual(read('{"answered": false, "sentences": [{"text": "A.", "passages": [1]}]}'), []);
  assert.deepEqual(read('{"sentences": [{"text": "A.", "passages": [1]}], "answered": true}'), []);
  assert.deepEqual(read('{"answered": true, "sentences": [{"text": "A."}, {"text": 1, "passages": []}, {]}'), []);
  assert.deepEqual(read('[[[[{}]]]]]]]]}}}}'), []);
});
