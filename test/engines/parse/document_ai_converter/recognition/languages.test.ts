import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkLanguages } from '../../../../../engines/parse/document_ai_converter/recognition/languages.ts';

test('languages in scripts that the models do not know are refused, unless other languages are expected too', () => {
  for (const languages of [
    [],
    ['en'],
    ['ja', 'ko'],
    ['zh-Hant'],
    ['sr-Latn'],
    ['ko'],
    ['ru', 'uk'],
    ['ar'],
    ['hi'],
    ['el'],
  ])
    checkLanguages(languages);
  for (const languages of [['he'], ['th'], ['ta', 'bn']]) {
    assert.throws(() => checkLanguages(languages), { code: 'unsupported_script' }, languages.join());
  }
});
