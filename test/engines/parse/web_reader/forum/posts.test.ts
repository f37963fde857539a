import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../../../../../engines/parse/documents/html/parse.ts';
import { findPosts, standsBelowText } from '../../../../../engines/parse/web_reader/forum/posts.ts';
import { measurePage } from '../../../../../engines/parse/web_reader/measures/page-measures.ts';

const SENTENCE = 'The mill grinds when the water runs out of its pond, and it rests whenever the tide comes in again. ';
const COMMENTS = `<div class="comment-body"><p>${SENTENCE.repeat(9)}</p></div>`.repeat(3);

/** Whether the posts of a page, all of whose passages are content, stand below a text. */
function below(page: string): boolean {
  const measures = measurePage(parseHtml(`<body>${page}</body>`, { scripts: false }), null);
  assert.ok(measures);
  const posts = findPosts(measures.body);
  assert.equal(posts.length, 3);
  return standsBelowText(posts, measures.passages);
}

test('posts below a text are comments on it', () => {
  assert.equal(below(`<h1>Mills</h1><p>${SENTENCE.repeat(4)}</p>${COMMENTS}`), true);
});

test('posts below a title, a note or above a text are a thread', () => {
  assert.equal(below(`<h1>Mills</h1>${COMMENTS}`), false);
  assert.equal(below(`<p>${SENTENCE}</p>${COMMENTS}`), false);
  assert.equal(below(`${COMMENTS}<p>${SENTENCE.repeat(9)}</p>`), false);
});
