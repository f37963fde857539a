import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBlocks } from '../../../../../engines/parse/documents/html/blocks.ts';
import { parseHtml } from '../../../../../engines/parse/documents/html/parse.ts';
import { writeBlocks } from '../../../../../engines/parse/documents/markdown/blocks.ts';
import { keepFirstPictures } from '../../../../../engines/parse/web_reader/passages/galleries.ts';
import { measurePage } from '../../../../../engines/parse/web_reader/measures/page-measures.ts';

test('of pictures without text between them, the first stays', () => {
  const picture = (name: string): string => `<a href="/${name}"><img src="${name}.png" alt="${name}"></a>`;
  const measures = measurePage(
    parseHtml(
      `<ul><li>${picture('a')} ${picture('b')}<p>One</p><li><div>${picture('c')}</div>${picture('d')}<p>Two</p></ul>`,
    ),
    null,
  );
  assert.ok(measures);
  keepFirstPictures(measures.body);
  assert.equal(
    writeBlocks(readBlocks(measures.body, null)),
    '- [![a](a.png)](/a)\n\n  One\n\n- [![c](c.png)](/c)\n\n  Two',
  );
});
