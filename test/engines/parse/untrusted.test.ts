import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isSafeAddress } from '../../../engines/parse/untrusted/address.ts';
import { makeSafe } from '../../../engines/parse/untrusted/markdown.ts';
import { makeDocx } from '../../support/documents/docx.ts';
import { assertLinear, assertLinearInText } from '../../support/linear.ts';
import { render } from '../../support/browser/rendered.ts';
import { DOCX, markdownOf, parse } from '../../support/documents/parse.ts';
import { runs } from '../../support/depth.ts';

/** What tries to be more than text. Whatever is made of it has `evil` in it. */
const PAYLOADS = [
  '<script>evil()</script>',
  '<img src=x onerror=evil()>',
  '<svg/onload=evil()>',
  '<a href="javascript:evil()">',
  '<a href="java&Tab;script:evil()">',
  "<a href='&#1;javascript&colon;evil()' id=evil>",
  '<details open ontoggle=evil()>',
  '<b title="',
  '<b class="evil">',
  '<p id=evil\n onclick=evil()>',
  '<iframe src=//evil>',
  '<style>evil</style>',
  '<evil',
  '<?evil',
  '<!DOCTYPE evil',
  '<![CDATA[',
  '<!--',
  '<!-->',
  '-->',
  '--!>',
  '</td></tr></table>',
  '<pre>',
  '</pre>',
  '<div>',
  '<javascript:evil()>',
  '<vbscript:evil>',
  '[evil](javascript:evil())',
  '[evil](<javascript:evil()>)',
  '[evil](/evil)',
  '![evil](/evil "evil")',
  '[evil]: javascript:evil()',
  '[evil]: /evil',
  '[evil]:\n  <java\tscript:evil()>',
  '[evil]',
  '[evil][]',
  '\\](a)\\[click\\](javascript:evil())',
  '](javascript:evil())',
  '](&#106;avascript:evil())',
  '](j&#x61;vascript\\:evil())',
  '](\n javascript:evil())',
  '](data:text/html,evil)',
  'http://a.example/`',
  '](x`y)',
  '![x](data:image/png;base64,AAAA)',
  '&lt;script&gt;evil()&lt;/script&gt;',
  '&#60;script>',
];
const MARKS = [
  ...'\\`<>[](){}!&"\'|~*_#-+=:;$^.1/ \n\t'.split(''),
  '``',
  '```',
  '~~~',
  '```html\n',
  '\n```\n',
  '\n\n',
  '\n> ',
  '\n- ',
  '\n1. ',
  '\n    ',
  '\n  ',
  '---',
  '===',
  '- [ ] ',
  '| a | b |\n|---|---|\n',
  '\n|',
  'a',
  'word',
  ' ',
  '\u00a0',
  '\u0000',
  '\u0001',
  '\\\\',
  '[^1]',
  '[^1]: ',
];
const leaf = fc
  .array(
    fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...PAYLOADS) },
      { weight: 3, arbitrary: fc.constantFrom(...MARKS) },
    ),
    {
      minLength: 1,
      maxLength: 9,
    },
  )
  .map((parts) => parts.join(''));

const attributeValue = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const content = (text: string): string => attributeValue(text).replaceAll('<', '&lt;');
/** Characters that XML has no way to say are no part of an Office document. */
// oxlint-disable-next-line no-control-regex
const xml = (text: string): string => content(text.replace(/[\u0000-\u0008]/g, ''));

const page = fc
  .array(leaf, { minLength: 12, maxLength: 12 })
  .map(
    ([a, b, c, d, e, f, g, h, i, j, k, l]) =>
      `<!doctype html><title>${content(a ?? '')}</title><h1>${content(b ?? '')} <b>${content(c ?? '')}</b></h1>` +
      `<p>${content(d ?? '')}<b>${content(e ?? '')}</b><a href="${attributeValue(f ?? '')}">${content(g ?? '')}</a>` +
      `<img src="/i.png" alt="${attributeValue(h ?? '')}">${content(i ?? '')}<code>${content(j ?? '')}</code></p>` +
      `<pre><code class="language-${attributeValue(k ?? '')}">${content(l ?? '')}</code></pre>` +
      `<ul><li>${content(d ?? '')}<li>${content(e ?? '')}</ul><blockquote>${content(g ?? '')}</blockquote>` +
      `<table><tr><th>${content(a ?? '')}<th>${content(b ?? '')}</tr><tr><td><code>${content(c ?? '')}</code><td>` +
      `<a href="${attributeValue(i ?? '')}">${content(d ?? '')}</a></table>` +
      `<table><tr><th colspan=2>${content(e ?? '')}</tr><tr><td><a ` +
      `href="${attributeValue(g ?? '')}">${content(h ?? '')}</a>` +
      `<td><img src="${attributeValue(i ?? '')}" ` +
      `alt="${attributeValue(j ?? '')}"><pre>${content(k ?? '')}</pre></tr></table>`,
  );

const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${xml(text)}</w:t></w:r>`;
const word = fc.array(leaf, { minLength: 6, maxLength: 6 }).map(([a, b, c, d, e, f]) => {
  const cell = (text: string, properties = ''): string =>
    `<w:tc><w:tcPr>${properties}</w:tcPr><w:p>${run(text)}</w:p></w:tc>`;
  const relationship = (target: string): string =>
    '<Relationship Id="L1" ' +
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" ' +
    `Target="${xml(target)}" TargetMode="External"/>`;
  return makeDocx(
    `<w:p>${run(a ?? '')}${run(b ?? '', '<w:b/>')}<w:hyperlink ` +
      `r:id="L1">${run(c ?? '')}</w:hyperlink>${run(d ?? '')}</w:p>` +
      `<w:p><w:r><w:instrText>HYPERLINK "${xml(e ?? '')}"</w:instrText></w:r></w:p>` +
      `<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr>${run(e ?? '')}${run(a ?? '', '<w:b/>')}</w:p>` +
      `<w:tbl><w:tr>${cell(b ?? '', '<w:gridSpan w:val="2"/>')}</w:tr><w:tr>${cell(c ?? '')}${cell(d ?? '')}</w:tr></w:tbl>` +
      `<w:tbl><w:tr>${cell(e ?? '')}${cell(f ?? '')}</w:tr></w:tbl>`,
    { relationships: relationship(f ?? '') },
  );
});

const mail = fc
  .tuple(leaf, leaf, leaf, leaf, fc.boolean())
  .map(
    ([subject, name, body, file, isHtml]) =>
      `From: =?utf-8?B?${Buffer.from(name).toString('base64')}?= <a@b.example>\r\nTo: c@d.example\r\n` +
      `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=\r\nMIME-Version: 1.0\r\n` +
      'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n' +
      `Content-Type: text/${isHtml ? 'html' : 'plain'}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n` +
      `${Buffer.from(body).toString('base64')}\r\n--b\r\nContent-Type: text/markdown; ` +
      `name="${encodeURIComponent(file)}.md"\r\n` +
      `Content-Disposition: attachment\r\nContent-Transfer-Encoding: ` +
      `base64\r\n\r\n${Buffer.from(file).toString('base64')}\r\n--b--\r\n`,
  );

const notebook = fc.tuple(leaf, leaf, leaf, leaf).map(([first, second, code, output]) =>
  JSON.stringify({
    nbformat: 4,
    metadata: { language_info: { name: first } },
    cells: [
      { cell_type: 'markdown', source: first, attachments: {} },
      {
        cell_type: 'code',
        source: code,
        outputs: [
          { output_type: 'stream', text: output },
          { output_type: 'display_data', data: { 'text/html': `<table><tr><td>${output}</table>` } },
          { output_type: 'display_data', data: { 'text/markdown': second } },
        ],
      },
      { cell_type: 'raw', source: second },
      { cell_type: 'heading', level: 1, source: output },
      { cell_type: 'markdown', source: second },
    ],
  }),
);

/** Documents whose readers tell text from structure: nothing in a text may become any. */
const BUILT = { html: ['text/html', page], docx: [DOCX, word] } as const;
/** Documents that are Markdown, or hold some. */
const WRITTEN = {
  markdown: ['text/markdown', fc.array(leaf, { minLength: 1, maxLength: 5 }).map((leaves) => leaves.join('\n\n'))],
  mail: ['message/rfc822', mail],
  notebook: ['application/x-ipynb+json', notebook],
} as const;

async function markdownOrNothing(document: string | Uint8Array, mediaType: string): Promise<string> {
  return (await parse(document, { mediaType }).catch(() => null))?.markdown ?? '';
}

/** Payloads between marks of blocks, backticks and white space: whatever readers may nest differently. */
const nested = fc
  .array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          '- ',
          '* ',
          '+ ',
          '1. ',
          '2) ',
          '> ',
          '>',
          '# ',
          '#',
          '- [ ] ',
          '|',
          '\\|',
          '[a]:',
          '[^a]: ',
        ),
      },
      { weight: 3, arbitrary: fc.constantFrom('\n', '\n\n', '\r\n', '\n    ', '\n  ', '\n   ') },
      {
        weight: 3,
        arbitrary: fc.constantFrom('`', '``', '```', '~~~', '\n```\n', '\n~~~\n', '```js\n', "'```", '\\`'),
      },
      {
        weight: 2,
        arbitrary: fc.constantFrom('\n|a|b|\n|-|-|\n|', '\n|\n-\n', '|-\n', '\n--\n', '\n===\n', '---\n', 'a', 'a||'),
      },
      {
        weight: 2,
        arbitrary: fc.constantFrom('\t', ' ', '    ', '\u00a0', '\u2028', '\u2029', '\u0085', '\ufeff', '\v', '\f'),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          '<pre>',
          '</pre>',
          '<!--',
          '-->',
          '<div>',
          '</div>',
          '<b title="',
          '">',
          '[x]: /u "',
        ),
      },
      {
        weight: 4,
        arbitrary: fc.constantFrom(
          '<script>',
          '<img src=x onerror=evil()>',
          '[a](javascript:evil())',
          '`<script>`',
          '\\<script>',
          '\n    <script>\n',
          '\n\n    [a](javascript:evil())\n',
          '\n```\n<script>\n```\n',
          '<a href="javascript:evil()">',
        ),
      },
    ),
    { minLength: 2, maxLength: 14 },
  )
  .map((parts) => parts.join(''));

describe('whatever a document holds, its Markdown shows no other tags, attributes and protocols than those allowed', () => {
  for (const [name, [mediaType, documents]] of Object.entries({ ...BUILT, ...WRITTEN })) {
    test(name, async () => {
      await fc.assert(
        fc.asyncProperty(documents, async (document) => {
          const markdown = await markdownOrNothing(document, mediaType);
          const { forbidden, words } = render(markdown);
          assert.deepEqual(forbidden, [], markdown);
          if (name in BUILT)
            assert.ok(!words.some((word) => /^\/?evil$/.test(word)), `text became structure: ${markdown}`);
        }),
        runs(150),
      );
    });
  }
});

test('code behind a bare address stays code', async () => {
  const markdown = await markdownOf('<p>http://a.example/<code>&lt;a id=evil></code>', { mediaType: 'text/html' });
  assert.ok(!render(markdown).words.includes('evil'), markdown);
});

describe('addresses', () => {
  test('are judged by the protocol that a URL parser sees', () => {
    for (const address of [
      'javascript:x',
      ' \u0001JavaScript:x',
      'java\tscr\nipt:x',
      'vbscript:x',
      'data:text/html,x',
      'blob:x',
    ]) {
      assert.equal(isSafeAddress(address), false, address);
    }
    for (const address of [
      'https://a.example',
      'MAILTO:a',
      '/a:b',
      '#a:b',
      '?a:b',
      'a/b:c',
      '//a',
      '',
      'cid:a',
      'note one: a',
    ]) {
      assert.equal(isSafeAddress(address), true, address);
    }
  });

  test('of disallowed links and images are removed, and their text stays', async () => {
    const table = (cell: string): string =>
      `<table><tr><th colspan=2>a</th></tr><tr><td>${cell}</td><td>b</td></tr></table>`;
    const link = '<a href="&#1;javascript:alert(1)">click</a>';
    const html = await markdownOf(`<p>${link} <img src="&#1;javascript:x" alt="i"></p>${table(link)}`, {
      mediaType: 'text/html',
    });
    assert.equal(
      html,
      'click ![i]()\n\n<table>\n<tr><th colspan="2">a</th></tr>\n<tr><td>click</td><td>b</td></tr>\n</table>',
    );
  });

  test('in an image that tries to end its description', async () => {
    const alt = '\\](a)\\[click\\](javascript:alert(1))';
    assert.deepEqual(
      render(await markdownOf(`<p><img src="/i.png" alt="${alt}"></p>`, { mediaType: 'text/html' })).forbidden,
      [],
    );
  });
});

describe('Markdown', () => {
  const safe = (markdown: string): string => makeSafe(markdown).markdown;

  test('that is harmless passes unchanged, byte for byte', () => {
    for (const markdown of [
      '# T\r\n\r\n<p align="center">\n  <img src="a.png"\n       width="9">\n</p>\n\n<!-- toc -->\n',
      'See [a](https://a.example "t"), <https://b.example>, <a_b@c.example>, [d](../e.md#f), ' +
        '![g](data:image/png;base64,AA)\n',
      '```html\n<script>alert(1)</script>\n```\n\n    <iframe>\n\nUse `<script>` or \\<T\\>, a < b && c <- d.\n',
      '> - `<style>`\n>   ```js\n>   "object"\n>   ```\n\n| tag | is |\n|---|---|\n| `<form>` | a form |\n',
      '---\ntitle: a: b\n---\n[^1]: Note: see [x]: y\n\n[a]: https://a.example\n[Note]: Remember: this\n',
      '<details open>\n<summary>S</summary>\n\n`<embed>`\n\n</details>\n',
    ]) {
      assert.equal(safe(markdown), markdown);
      assert.equal(makeSafe(markdown).changes, 0);
    }
  });

  test('that is one code block from its first line to its last is code, whatever its length', () => {
    for (const code of [
      '<script>\n',
      '[a]:\n``\n<script>\n',
      '<config a="1"/>\n'.repeat(150_000),
      '<!--\n\f\n\u2028<T>\n',
    ]) {
      const markdown = `\`\`\`xml\n${code}\`\`\`\n`;
      assert.ok(safe(markdown) === markdown, code.slice(0, 20));
    }
    assert.deepEqual(render(safe('```\n```\n<script>\n```\n')).forbidden, []);
  });

  test('with a tab in the first line of a code fence is ambiguous only for this fence', () => {
    assert.equal(safe('```\t html\n<T>\n```\n\n```xml\n<T>\n```\n'), '```\t html\n&lt;T>\n```\n\n```xml\n<T>\n```\n');
  });

  test('that renderers nest differently is harmless in each of them', () => {
    const examples = [
      '* + \t[click](javascript:alert(1))',
      '- `\n"><script>alert(1)</script>\n`\n',
      '1. `<img src=x onerror=alert(1)>\na\n--\n`\n',
      "- ```\n<svg>\n'```",
      '>`\na||\n-|-\n|<script>`',
      '1\n2) |\n|-\n\n    [](javascript:)',
      '#  ```\n```<script>```',
      '#\u0020\u2028\n    <script>',
      '[a]:\ufeff\n\t<script>',
      '`\n|\n-\n`<script>`',
      '1. <s>\n\\<script/',
      '[^a]: <div> \\<script>',
      '[^a]: <div>\n    \\<script>',
      '- [^a]: <div> \\<script>',
      '[^a]: [^b]: > <div> \\<script>',
      '[^a]: - <pre>\n\n      a\n\n      \\<script>',
      '- a\n[^a]: <pre>\n\n    - \\<script>',
    ].map((markdown): [string] => [markdown]);
    fc.assert(
      fc.property(nested, (markdown) => {
        assert.deepEqual(render(safe(markdown)).forbidden, [], markdown);
      }),
      runs(1500, examples),
    );
  });

  test('loses only what a browser would execute', () => {
    assert.equal(safe('a <script>x</script> b'), 'a &lt;script>x&lt;/script> b');
    assert.equal(safe('<p onclick="x" id=i style=s>a</p>'), '<p id=i>a</p>');
    assert.equal(safe('[a](javascript:x) [b](https://b.example)'), '[a]\\(javascript:x) [b](https://b.example)');
    assert.equal(safe('[a]: <java\tscript:x>'), '[a]\\: &lt;java\tscript:x>');
    assert.equal(safe('<javascript:x> <https://a.example>'), '&lt;javascript:x> <https://a.example>');
  });

  test('whose fences change their meaning when a tag becomes text is not trusted as code', () => {
    const markdown = safe('<script>\n```\n</script>\n\n```\n<img src=x onerror=evil()>\n```\n');
    assert.deepEqual(render(markdown).forbidden, []);
  });

  test('takes linear time, whatever it contains', async () => {
    const pieces = ['`<b>`](', '[a]:b:]:', '](x(', '](x "', '](&#1;', '<a x=\n', '[a]: b\n', '`a``b```c', 'a|b\n-|-\n'];
    pieces.push(
      '```a\n',
      '```a\n\n',
      '- ```\n',
      '<!--\n\n',
      '`<!--`\n\n',
      '<pre>\n\n</pre>\n',
      'a\n\n',
      '```\na\n```\n',
    );
    // With a tag, so that the blocks of the text are read, too.
    const makeTaggedSafe = (text: string) => makeSafe(`<script>\n\n${text}`);
    for (const piece of pieces) await assertLinear(piece, (repeats) => makeTaggedSafe(piece.repeat(repeats)));
    await assertLinearInText('Markdown', makeTaggedSafe);
  });

  test('that is safe is unchanged', () => {
    fc.assert(
      fc.property(fc.array(leaf, { maxLength: 5 }), (leaves) => {
        const once = safe(leaves.join('\n\n'));
        assert.equal(safe(once), once);
      }),
      runs(150),
    );
  });

  test('is reported by a warning, and page positions stay right', async () => {
    const { warnings } = await parse('a <script>', { mediaType: 'text/markdown' });
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['untrusted_html'],
    );
    const { markdown, move } = makeSafe('<b onclick=x>one</b>\n\ntwo <script>\n\nthree');
    assert.equal(markdown.slice(move(22), move(35)), 'two &lt;script>\n');
  });
});
