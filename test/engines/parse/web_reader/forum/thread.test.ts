import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownOf, parse } from '../../../../support/documents/parse.ts';

const READER = {
  engine: 'web_reader' as const,
  mediaType: 'text/html',
  url: 'https://forum.x.example/threads/wheels.12/',
};

const ANSWERS = [
  'I would take oak, because it lasts longest in salt water and swells until the joints are tight.',
  'Elm did well for my neighbour, as long as it never dried out between two tides.',
  'Agreed, and please reply with a picture once the wheel turns, because the members like to see it.',
];

/** A thread as XenForo writes one, with what surrounds each post. */
function thread(body: (text: string, index: number) => string): string {
  const posts = ANSWERS.map(
    (text, index) =>
      '<article class="message message--post"><div class="message-user"><h4 class="message-name"><a ' +
      `href="/m/${index}">Miller ${index}</a></h4>` +
      `<div>Joined 201${index}</div></div><div class="message-main"><time datetime="2024-05-0${index + 1}">May ` +
      `${index + 1}, 2024</time>` +
      `${body(text, index)}<a href="#r">Reply</a> <a href="#q">Quote</a></div></article>`,
  );
  return (
    '<!doctype html><html id="XF" lang="en"><head><title>Which wood for the wheel?</title></head><body>' +
    '<nav><a href="/">Forums</a></nav><div class="p-body">' +
    `${posts.join('')}</div><div class="block similar-threads"><a href="/t/1">Similar thread on ` +
    'flour</a></div></body></html>'
  );
}

test('each post has its author, its time and its text', async () => {
  const page = thread(
    (text) => `<div class="bbWrapper">${text}</div><div class="message-signature">Sent from my mill</div>`,
  );
  const { markdown, properties } = await parse(page, READER);
  assert.equal(properties['page_kind'], 'forum');
  assert.ok(
    markdown.startsWith(
      `# Which wood for the wheel?\n\n**Miller 0** · May 1, 2024\n\n${ANSWERS[0]}\n\n---\n\n**Miller 1**`,
    ),
    markdown,
  );
  for (const text of ANSWERS) assert.ok(markdown.includes(text));
  assert.doesNotMatch(markdown, /Reply|Joined|Similar|Sent from/);
});

test('code, lists and links of posts stay; notes of edits go', async () => {
  const markdown = await markdownOf(
    thread(
      (text) =>
        `<div class="bbWrapper">${text}<ul><li>oak</ul><pre><code>turn()</code></pre><a href="/oak">More</a><p ` +
        'class="edited-by">Last edited by me</p></div>',
    ),
    READER,
  );
  assert.ok(markdown.includes('- oak'));
  assert.ok(markdown.includes('```\nturn()\n```'));
  assert.ok(markdown.includes('[More](https://forum.x.example/oak)'));
  assert.doesNotMatch(markdown, /Last edited/);
});

test('a thread that is only there for browsers without scripts is read', async () => {
  const posts = ANSWERS.map(
    (text, index) =>
      '<div itemprop="comment" class="topic-body crawler-post"><span itemprop="author"><a ' +
      `href="/u/m${index}">m${index}</a></span>` +
      `<time itemprop="datePublished" class="post-time">May ${index + 1}, 2024</time><div class="post" ` +
      `itemprop="text"><p>${text}</p></div></div>`,
  );
  const markdown = await markdownOf(
    '<!doctype html><html lang="en"><head><title>Which wood?</title><meta name="generator" content="Discourse ' +
      '3"></head>' +
      `<body class="crawler"><noscript data-path="/t/1">${posts.join('')}</noscript><section ` +
      'id="main"></section><script src="/app.js"></script></body></html>',
    { ...READER, url: 'https://community.x.example/t/which-wood/12' },
  );
  for (const text of ANSWERS) assert.ok(markdown.includes(text), markdown);
  assert.ok(markdown.includes('**m0** · May 1, 2024'), markdown);
});

test('the accepted answer of a question is marked', async () => {
  const markdown = await markdownOf(
    '<!doctype html><html lang="en" itemscope itemtype="https://schema.org/QAPage"><head><title>Which ' +
      'wood?</title></head><body>' +
      '<div itemprop="mainEntity" itemtype="https://schema.org/Question" class="question"><div ' +
      `class="js-post-body" itemprop="text"><p>${ANSWERS[0]}</p></div></div>` +
      '<div class="answer" itemprop="acceptedAnswer" itemtype="https://schema.org/Answer"><div ' +
      `class="js-post-body" itemprop="text"><p>${ANSWERS[1]}</p></div><div class="user-info" ` +
      'itemprop="author"><a href="/u/1">Ann</a></div></div>' +
      '<div class="answer" itemprop="suggestedAnswer" itemtype="https://schema.org/Answer"><div ' +
      `class="js-post-body" itemprop="text"><p>${ANSWERS[2]}</p></div></div></body></html>`,
    { ...READER, url: 'https://x.example/questions/12/which-wood' },
  );
  assert.ok(markdown.includes(`**Ann** · accepted answer\n\n${ANSWERS[1]}`), markdown);
  assert.ok(markdown.includes(ANSWERS[2] ?? ''));
});
