import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allWarnings } from '../../../api/parse/result.ts';

test('the warnings of a response are those of the request, then those of the document with their pages', () => {
  const request = [{ code: 'unused_option', message: 'options.crawl has no effect.' }];
  const warnings = [
    { code: 'no_text_layer', message: 'The page is an image.', page: 7 },
    { code: 'attachments_ignored', message: 'The PDF has 1 attached files.', page: null },
  ];
  assert.deepEqual(allWarnings(request, { document: { warnings } }), [
    ...request,
    { code: 'no_text_layer', message: 'Page 7: The page is an image.' },
    { code: 'attachments_ignored', message: 'The PDF has 1 attached files.' },
  ]);
});
