import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFragment } from 'parse5';
import { readBlocks } from '../../../../../engines/parse/documents/html/blocks.ts';
import { writeBlocks } from '../../../../../engines/parse/documents/markdown/blocks.ts';
import { withoutShareLinks } from '../../../../../engines/parse/web_reader/article/share-links.ts';

const clean = (html: string): string => writeBlocks(withoutShareLinks(readBlocks(parseFragment(html), null)));

const SHARE = [
  '<a href="https://www.facebook.com/sharer/sharer.php?u=x">teilen</a>',
  '<a href="https://x.com/intent/post?url=x"><img src="/x.svg" alt="X"></a>',
  '<a href="mailto:?subject=Mills">e-mail</a>',
];

test('links to share the page are omitted, as paragraphs and as lists with their label', () => {
  for (const link of SHARE) assert.equal(clean(`<p>Text</p><p>${link}</p>`), 'Text');
  assert.equal(clean(`<p>Text</p><ul><li>Share</li>${SHARE.map((link) => `<li>${link}</li>`).join('')}</ul>`), 'Text');
});

test('in a list of something else only they are omitted', () => {
  const [link = ''] = SHARE;
  assert.equal(clean(`<ul><li>${link}</li><li>Bring it to the boil.</li></ul>`), '- Bring it to the boil.');
  const picture = '<li><img src="/1.jpg" alt="Step"></li>';
  assert.equal(clean(`<ul>${picture}<li>${link}</li><li>${link}</li></ul>`), '- ![Step](/1.jpg)');
});

test('a text that links to a network, and a picture beside such a link, are kept', () => {
  assert.match(clean('<p>They <a href="https://x.com/intent/follow">follow</a> the tide on all networks.</p>'), /tide/);
  assert.match(clean('<p><a href="https://www.facebook.com/mills">The mills on Facebook</a></p>'), /mills/);
  assert.match(clean(`<p><img src="/1.jpg" alt="Step">${SHARE[0]}</p>`), /Step/);
});
