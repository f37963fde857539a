import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTextless, needsRecognition } from '../../../../engines/parse/documents/textless.ts';

test('pages that are pictures and pages with illegible text are textless', () => {
  const warnings = [{ code: 'no_text_layer' }, { code: 'text_layer_poor' }, { code: 'page_unreadable' }] as const;
  assert.equal(countTextless(warnings), 2);
});

test('a document needs recognition when half of its pages are textless', () => {
  assert.equal(needsRecognition({ pages: 4, textless_pages: 2 }), true);
  assert.equal(needsRecognition({ pages: 5, textless_pages: 2 }), false);
  assert.equal(needsRecognition({ pages: 0, textless_pages: 0 }), false);
});
