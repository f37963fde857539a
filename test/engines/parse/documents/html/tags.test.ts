import assert from 'node:assert/strict';
import { test } from 'node:test';
import { descendants } from '../../../../../engines/parse/documents/html/dom.ts';
import { parseHtml } from '../../../../../engines/parse/documents/html/parse.ts';
import { isHidden } from '../../../../../engines/parse/documents/html/tags.ts';
import { assertLinear } from '../../../../support/linear.ts';

test('isHidden does not read all that is in a label or link', async () => {
  for (const [tag, attributes] of [
    ['label', 'for=a'],
    ['a', 'href=#a'],
  ] as const) {
    await assertLinear(tag, (count) => {
      const page = parseHtml(`<${tag} ${attributes}>${'<i>x</i>'.repeat(count)}`);
      const element = [...descendants(page)].find(({ tagName }) => tagName === tag) ?? assert.fail();
      for (let time = 0; time < count; time++) assert.equal(isHidden(element), false);
    });
  }
});
