import assert from 'node:assert/strict';
import { test } from 'node:test';
import { descendants } from '../../../../../engines/parse/shared/html/dom.ts';
import { parseHtml } from '../../../../../engines/parse/shared/html/parse.ts';
import { isHidden } from '../../../../../engines/parse/shared/html/tags.ts';
import { assertLinear } from '../../../../support/linear.ts';

test('whether a label or link is hidden is told without reading all that is in it', async () => {
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
