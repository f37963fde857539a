import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../../../../errors/index.ts';
import { checkLanguages } from '../../../../../engines/parse/document_ai_converter/recognition/languages.ts';

const KNOWN = ['Latin', 'Chinese', 'Japanese', 'Korean', 'Cyrillic', 'Greek', 'Arabic', 'Devanagari'];

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
    assert.throws(
      () => checkLanguages(languages),
      (error) => {
        assert.ok(error instanceof ServiceError);
        assert.equal(error.code, 'unsupported_script');
        // The error says what can be recognized, as the check decides it.
        assert.deepEqual([error.details['languages'], error.details['supported']], [languages, KNOWN]);
        assert.ok(KNOWN.every((script) => error.message.includes(script)));
        return true;
      },
    );
  }
});
