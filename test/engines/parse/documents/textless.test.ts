import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTextless, isMostlyTextless, needsRecognition } from '../../../../engines/parse/documents/textless.ts';

test('pages that are pictures and pages with illegible text are textless', () => {
  const warnings = [{ code: 'no_text_layer' }, { code: 'text_layer_poor' }, { code: 'page_unreadable' }] as const;
  assert.equal(countTextless(warnings), 2);
});

test('a document needs recognition when a page is textless, a long one when half of its pages are', () => {
  assert.equal(isMostlyTextless({ pages: 4, textless_pages: 2 }), true);
  assert.equal(isMostlyTextless({ pages: 5, textless_pages: 2 }), false);
  assert.equal(needsRecognition({ pages: 5, textless_pages: 1 }), true);
  assert.equal(needsRecognition({ pages: 5, textless_pages: 0 }), false);
  assert.equal(needsRecognition({ pages: 201, textless_pages: 1 }), false);
  assert.equal(needsRecognition({ pages: 202, textless_pages: 101 }), true);
  assert.equal(needsRecognition({ pages: 0, textless_pages: 0 }), false);
});
