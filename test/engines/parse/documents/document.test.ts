import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf } from '../../../../engines/parse/documents/document.ts';
import type { ParseWarning } from '../../../../engines/parse/documents/types.ts';

test('of many like warnings, the first are listed and the others counted; of pages, all are', () => {
  const warning = (code: ParseWarning['code'], page: number | null): ParseWarning => ({ code, message: 'a', page });
  const pages = Array.from({ length: 102 }, (_, page) => warning('page_unreadable', page));
  const parts = Array.from({ length: 102 }, () => warning('nested_corrupt', null));
  const given = [...pages, ...parts, warning('incomplete', null)];
  assert.deepEqual(documentOf('a\n', { warnings: given }).warnings, [
    ...pages,
    ...parts.slice(0, 100),
    warning('incomplete', null),
    { code: 'nested_corrupt', message: 'There are 2 more warnings of this kind.', page: null },
  ]);
});
