import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEFAULT_PARSE_OPTIONS } from '../../../../engines/parse/options.ts';
import { assertFails, markdownOf, parse } from '../../../support/documents/parse.ts';

const PAGE = { mediaType: 'text/html' };
const convert = (html: string, url: string | null = null): Promise<string> => markdownOf(html, { ...PAGE, url });

describe('text', () => {
  test('white space is collapsed as in a browser', async () => {
    assert.equal(await convert('<p>\n a  <b>b </b>\n c<br>\n d </p>'), 'a **b** c  \nd');
    assert.equal(await convert('<p><b>a</b>b<i> c</i></p>'), '**a**b *c*');
  });

  test('emphasis that Markdown could not close beside a letter is moved or becomes tags', async () => {
    assert.equal(await convert('<p><b>Name:</b>value</p>'), '**Name**:value');
    assert.equal(await convert('<p><b>\u540d\u524d\uff1a</b>\u5024</p>'), '**\u540d\u524d**\uff1a\u5024');
    assert.equal(await convert('<p><b>(a)</b>b</p>'), '<strong>(a)</strong>b');
    assert.equal(await convert('<p>a<b>"b"</b></p>'), 'a<strong>"b"</strong>');
  });

  test('formats nest, and a link around several of them is one link', async () => {
    assert.equal(await convert('<p><b>a <i>b</i> c</b></p>'), '**a *b* c**');
    assert.equal(await convert('<p><a href="https://x.example">a <b>b</b></a></p>'), '[a **b**](https://x.example)');
  });

  test('indices, keys and deleted text', async () => {
    assert.equal(
      await convert('<p>H<sub>2</sub>O x<sup>2</sup> <kbd>a`b</kbd> <del>d</del> <q>q</q></p>'),
      'H<sub>2</sub>O x<sup>2</sup> ``a`b`` ~~d~~ \u201cq\u201d',
    );
  });

  test('text that looks like Markdown stays text', async () => {
    assert.equal(await convert('<p># a</p><p>- b</p><p>3. c</p><p>&gt; d</p>'), '\\# a\n\n\\- b\n\n3\\. c\n\n\\> d');
    assert.equal(
      await convert('<p>*a* _b_ c_d_e `f` [g](h) &lt;i&gt; &amp;lt;</p>'),
      '\\*a\\* \\_b\\_ c_d_e \\`f\\` [g\\](h) &lt;i> &amp;lt;',
    );
    assert.equal(await convert('<h2>C #</h2>'), '## C \\#');
  });

  test('invisible content is omitted', async () => {
    const hidden =
      '<script>s</script><style>s</style><template>t</template><p hidden>h</p><p style="display: none">d</p>' +
      '<button>b</button><select><option>o</select>';
    assert.equal(await convert(`<title>T</title>${hidden}<p>shown</p>`), 'shown');
  });
});

describe('blocks', () => {
  test('headings, rules, quotes', async () => {
    assert.equal(
      await convert('<h1>A <b>b</b></h1><h3>C</h3><hr><hr><blockquote><p>q<p>r</blockquote>'),
      '# A b\n\n### C\n\n---\n\n> q\n>\n> r',
    );
  });

  test('lists nest, keep their numbers, and are loose where items have paragraphs', async () => {
    assert.equal(await convert('<ul><li>a<ul><li>b</ul><li>c</ul>'), '- a\n  - b\n- c');
    assert.equal(await convert('<ol start=9><li>a<li>b<ol><li>c</ol></ol>'), '9. a\n10. b\n    1. c');
    assert.equal(await convert('<ul><li><p>a<p>b<li>c</ul>'), '- a\n\n  b\n\n- c');
    assert.equal(await convert('<ul><li>a<ul></ul></li><ul><li>b</ul></ul>'), '- a\n  - b');
    assert.equal(await convert('<ul><li>a</ul><ul><li>b</ul>'), '- a\n\n* b');
  });

  test('tasks', async () => {
    assert.equal(
      await convert('<ul><li><input type=checkbox checked> a<li><input type=checkbox>b</ul>'),
      '- [x] a\n- [ ] b',
    );
    assert.equal(await convert('<p>a</p><input type=checkbox role=button><p>b</p>'), 'a\n\nb', 'a menu');
  });

  test('the label of a checkbox that draws it is omitted, whatever else it draws stays', async () => {
    const item = (label: string): string =>
      `<li><input type=checkbox id=egg><label for=egg><span>${label} </span></label>2 eggs</li>`;
    assert.equal(await convert(`<ul>${item('\u25a2')}</ul>`), '- [ ] 2 eggs');
    assert.equal(await convert(`<ul>${item('\u25a2 Fresh')}</ul>`), '- [ ] \u25a2 Fresh 2 eggs');
    assert.equal(await convert('<p><span>\u25a2</span> is a square.</p>'), '\u25a2 is a square.');
    assert.equal(await convert('<p><label>\u2610</label> Yes <label>\u2611</label> No</p>'), '\u2610 Yes \u2611 No');
  });

  test('heading anchors are omitted', async () => {
    assert.equal(
      await convert('<h2>A<a class="headerlink" href="#a">\u00b6</a></h2><h2><a href="#b">B</a></h2>'),
      '## A\n\n## B',
    );
  });

  test('links of places to themselves are omitted, other links of the page stay', async () => {
    const term =
      '<dl><dt id="grind">grind<a href="#grind"> \u00b6</a></dt><dd>See <a href="#stone">stone</a>.</dd></dl>';
    assert.equal(await convert(term), '**grind**\n\nSee [stone](#stone).');
    assert.equal(
      await convert('<p>See <a href="https://x.example/">\u00b6</a></p>'),
      'See [\u00b6](https://x.example/)',
    );
  });

  test('two line breaks separate paragraphs', async () => {
    assert.equal(await convert('<p>a<br>b<br> <br>c</p>'), 'a  \nb\n\nc');
  });

  test('terms are bold', async () => {
    assert.equal(await convert('<dl><dt>T<dd>D</dl>'), '**T**\n\nD');
  });

  test('code keeps its text and its language', async () => {
    assert.equal(await convert('<pre><code class="language-js">a\n  b *c*\n</code></pre>'), '```js\na\n  b *c*\n```');
    assert.equal(await convert('<div class="highlight highlight-source-ts"><pre>a</pre></div>'), '```ts\na\n```');
    assert.equal(await convert('<pre data-lang="Rust">a<br>b</pre>'), '```rust\na\nb\n```');
    assert.equal(await convert('<pre class="lang-none">a</pre>'), '```\na\n```');
    assert.equal(await convert('<pre>a\n```\nb</pre>'), '````\na\n```\nb\n````');
    assert.equal(await convert('<pre><span class="lineno">1 </span>a</pre>'), '```\na\n```');
  });

  test('code of Doxygen has a block for each line, and tooltips behind them', async () => {
    const lines = ['#include &lt;new&gt;', '', '&nbsp; <a href="x">run</a>(1);'].map(
      (line) => `<div class="line">${line}</div>`,
    );
    const tooltip = '<div class="ttc"><div class="ttname">run</div></div>';
    assert.equal(
      await convert(`<div class="fragment">${lines.join('\n')}${tooltip}</div>`),
      '```\n#include <new>\n\n  run(1);\n```',
    );
    assert.equal(await convert('<div class="fragment"><p>a</p></div>'), 'a');
    assert.equal(await convert('<div class="line-block"><div class="line">a</div></div>'), 'a');
  });

  test('soft hyphens are no part of words', async () => {
    assert.equal(await convert('<p>Tide&shy;mill and tide\u00admill</p><p>&shy;</p>'), 'Tidemill and tidemill');
  });

  test('line numbers are not code', async () => {
    const table = '<table><tr><td class="linenos"><pre>1</pre><td class="code"><pre>a</pre></table>';
    assert.equal(await convert(table), '```\na\n```');
  });

  test('equations', async () => {
    const math = (display: string): string =>
      `<math display="${display}"><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></math>`;
    assert.equal(await convert(`<p>a ${math('inline')} b</p>`), 'a $x^2$ b');
    assert.equal(await convert(`<p>a</p>${math('block')}`), 'a\n\n$$x^2$$');
    assert.equal(await convert('<p>a <math alttext="{\\displaystyle y}"><mi>y</mi></math></p>'), 'a $y$');
    assert.equal(
      await convert(
        '<p>a <math><msup><mi>x</mi><mn>2</mn></msup><mo>=</mo><mfrac><mn>1</mn><mi>\u03b1</mi></mfrac></math></p>',
      ),
      'a $x^{2} = \\frac{1}{\\alpha}$',
    );
    assert.equal(await convert('<p>a <math>z</math></p>'), 'a $z$');
    assert.equal(
      await convert('<p>a <math><mi>f</mi><mo>\u2061</mo><mo>(</mo><mi>x</mi><mo>)</mo></math></p>'),
      'a $f ( x )$',
    );
    assert.equal(
      await convert('<p>a <img class="mwe-math-fallback-image-inline" src="x" alt="{\\displaystyle z}"></p>'),
      'a $z$',
    );
    assert.equal(await convert('<p>a<script type="math/tex; mode=display">z</script>'), 'a\n\n$$z$$');
  });
});

describe('tables', () => {
  test('the first row is the header; line breaks and lists stay inside cells', async () => {
    assert.equal(
      await convert('<table><caption>C</caption><tr><th>a|b<th>c<tr><td>1<br>2<td><ul><li>x<li>y</ul></table>'),
      'C\n\n| a\\|b | c |\n| --- | --- |\n| 1<br>2 | - x<br>- y |',
    );
  });

  test('the foot of a table is its end, wherever it is written', async () => {
    assert.equal(
      await convert('<table><tfoot><tr><td>f<td>9<tbody><tr><td>a<td>1<thead><tr><th>h<th>n</table>'),
      '| h | n |\n| --- | --- |\n| a | 1 |\n| f | 9 |',
    );
  });

  test('spanned cells make an HTML table, clipped to the existing rows', async () => {
    assert.equal(
      await convert('<table><tr><th colspan=2>a<tr><td rowspan=9>b<td>c &amp; d<tr><td>e</table>'),
      '<table>\n<tr><th colspan="2">a</th></tr>\n<tr><td rowspan="2">b</td><td>c &amp; ' +
        'd</td></tr>\n<tr><td>e</td></tr>\n</table>',
    );
  });

  test('a row that contains only spanned cells has no height', async () => {
    const pivot =
      '<table><tr><th>Y<th>Q<th>M<tr><th rowspan=6>2025<th rowspan=3>Q1<tr><td>Jan<tr><td>Feb<tr><th ' +
      'rowspan=2>Q2<tr><td>Apr</table>';
    assert.equal(
      await convert(pivot),
      '<table>\n<tr><th>Y</th><th>Q</th><th>M</th></tr>\n<tr><th rowspan="3">2025</th><th ' +
        'rowspan="2">Q1</th><td>Jan</td></tr>\n' +
        '<tr><td>Feb</td></tr>\n<tr><th>Q2</th><td>Apr</td></tr>\n</table>',
    );
  });

  test('layout tables are read as content', async () => {
    assert.equal(await convert('<table role=presentation><tr><td>a<td>b</table>'), 'a\n\nb');
    assert.equal(await convert('<table><tr><td><h2>a</h2><td>b</table>'), '## a\n\nb');
    assert.equal(await convert('<table><tr><td>only</table>'), 'only');
    assert.equal(await convert('<table><tr><td><h2>a</h2><td>b<tr><td>c</table>'), '## a\n\nb\n\nc');
    assert.equal(await convert('<table><tr><td>&nbsp;<td>a<tr><td><td>b</table>'), 'a\n\nb');
    assert.equal(await convert('<table><tr><th>a<tr><td>b</table>'), '| a |\n| --- |\n| b |');
    assert.equal(
      await convert('<table><tr><th colspan=2><img src=logo.png><tr><td><td>a</table>'),
      '![](logo.png)\n\na',
    );
    for (const spacer of ['<img src=x.gif width=200 height=1>', '<img src=img/spacer.gif>']) {
      assert.equal(
        await convert(`<table><tr><td>${spacer}<td>a<tr><td><td>b</table>`).then((text) => /\|/.test(text)),
        false,
      );
    }
    assert.match(await convert('<table><tr><td><img src=x.gif><td>a<tr><td><td>b</table>'), /^\| .*x\.gif/);
  });

  test('tables without borders and margins are layout when they contain tables', async () => {
    const table = (attributes: string): string =>
      `<table ${attributes}><tr><td>a<td>b<tr><td>c<td><table><tr><th>d<td>e</table></table>`;
    assert.equal(
      await convert(table('border=0 cellspacing=0 cellpadding=0')),
      'a\n\nb\n\nc\n\n| d | e |\n| --- | --- |',
    );
    assert.equal(await convert(table('border=1')), '| a | b |\n| --- | --- |\n| c | d e |');
  });

  test('a grid of short cells is data, even if a cell has a heading', async () => {
    assert.equal(
      await convert('<table><tr><td><h2>a</h2><td>b<tr><td>c<td>d</table>'),
      '| a | b |\n| --- | --- |\n| c | d |',
    );
    const text = 'long '.repeat(13).trim();
    assert.equal(
      await convert(`<table><tr><td><h2>a</h2><td>b<tr><td>c<td>${text}</table>`),
      `## a\n\nb\n\nc\n\n${text}`,
    );
  });

  test('a table inside a cell becomes lines', async () => {
    assert.equal(
      await convert('<table><tr><th>a<th>b<tr><td>c<td><table><tr><td>1<td>2<tr><td>3<td>4</table></table>'),
      '| a | b |\n| --- | --- |\n| c | 1 2<br>3 4 |',
    );
  });

  test('a table with too many cells is refused', async () => {
    const wide = `<table><tr>${'<td>x'.repeat(2000)}${'<tr><td>y'.repeat(2000)}</table>`;
    await assertFails(convert(wide), 'too_large');
  });
});

describe('addresses', () => {
  test('relative ones are resolved against the address of the page', async () => {
    const html = '<p><a href="../b (1)">l</a> <img src="i.png" alt="A [b]"> <a href="#s">s</a></p>';
    assert.equal(
      await convert(html, 'https://x.example/a/c/d'),
      '[l](https://x.example/a/b%20%281%29) ![A \\[b\\]](https://x.example/a/c/i.png) [s](#s)',
    );
    assert.equal(await convert(html), '[l](../b%20%281%29) ![A \\[b\\]](i.png) [s](#s)');
  });

  test('a base element is respected', async () => {
    assert.equal(
      await convert('<base href="/root/"><p><a href="x">l</a>', 'https://x.example/a/'),
      '[l](https://x.example/root/x)',
    );
  });

  test('javascript: and data: are not addresses; lazy images have one', async () => {
    assert.equal(await convert('<p><a href="javascript:x()">l</a> <a href=" JavaScript:x()">m</a></p>'), 'l m');
    assert.equal(
      await convert('<p>a<img src="data:image/gif;base64,AAAA" data-src="/i.png" alt="i"></p>'),
      'a![i](/i.png)',
    );
    assert.equal(await convert('<p>a<img src="data:image/gif;base64,AAAA"></p>'), 'a');
  });
});

describe('charsets', () => {
  test('the charset of HTTP, then of the page, then of the bytes', async () => {
    const latin = Buffer.from('<meta charset=iso-8859-1><p>caf\u00e9', 'latin1');
    assert.equal(await markdownOf(latin, PAGE), 'caf\u00e9');
    const cyrillic = Buffer.from([0x3c, 0x70, 0x3e, 0xcf, 0xf0, 0xe8]);
    assert.equal(await markdownOf(cyrillic, { ...PAGE, charset: 'windows-1251' }), '\u041f\u0440\u0438');
    const mislabelled = Buffer.from('<meta charset=iso-8859-1><p>caf\u00e9');
    assert.equal(await markdownOf(mislabelled, PAGE), 'caf\u00e9');
    assert.equal(await markdownOf(Buffer.from('\ufeff<p>\u4f60', 'utf16le'), PAGE), '\u4f60');
    assert.equal(await markdownOf(Buffer.from('<meta charset=nonsense><p>x'), PAGE), 'x');
  });
});

describe('metadata', () => {
  test('comes from JSON-LD, then from tags', async () => {
    const html =
      '<html lang="en_us"><title>T | Site</title><link rel=canonical href="/c"><meta name=description content="D">' +
      '<meta property="og:title" content="O"><meta property="article:published_time" ' +
      'content="2020-01-02T03:04:05+01:00">' +
      '<script type="application/ld+json">{"@graph":[{"@type":"WebPage"},{"@type":["NewsArticle"],"headline":"H",' +
      '"author":[{"name":"Ann Lee"},{"name":"Bob Ray"}],"publisher":{"name":"Pub"}}]}</script><p>x';
    const document = await parse(html, { ...PAGE, url: 'https://x.example/a' });
    assert.equal(document.title, 'H');
    assert.deepEqual(document.authors, ['Ann Lee', 'Bob Ray']);
    assert.equal(document.language, 'en-US');
    assert.equal(document.createdAt, '2020-01-02T02:04:05.000Z');
    assert.deepEqual(document.properties, { description: 'D', site_name: 'Pub', canonical_url: 'https://x.example/c' });
  });

  test('text that JSON-LD escapes as HTML is decoded', async () => {
    const html = '<script type="application/ld+json">{"@type":"Article","headline":"A &#8211; B &amp; C"}</script><p>x';
    assert.equal((await parse(html, PAGE)).title, 'A \u2013 B & C');
  });

  test('the site name is not part of the title', async () => {
    const titled = (title: string): Promise<string | null> =>
      parse(`<title>${title}</title><meta property="og:site_name" content="The Miller"><p>x`, PAGE).then(
        (d) => d.title,
      );
    assert.equal(await titled('Tide mills | The Miller'), 'Tide mills');
    assert.equal(await titled('Meet The Miller'), 'Meet The Miller');
    assert.equal(await titled('The Miller'), 'The Miller');
  });

  test('implausible values are omitted', async () => {
    const html =
      '<html lang="?"><meta name=author content="https://x.example/me"><meta name=date ' +
      'content="0001-01-01T00:00:00Z">' +
      '<script type="application/ld+json">{"@type":"Article",</script><h2>B</h2><h1>A</h1>';
    const document = await parse(html, PAGE);
    assert.equal(document.title, 'A');
    assert.deepEqual(document.authors, []);
    assert.equal(document.language, null);
    assert.equal(document.createdAt, null);
  });
});

test('a page without visible content is reported as empty', async () => {
  await assertFails(convert('<!doctype html><title>T</title><script>app()</script><div id=root></div>'), 'empty');
});

test('endless nesting keeps its text', async () => {
  assert.equal(await convert(`${'<div><span>'.repeat(20_000)}deep`), 'deep');
  assert.match(await convert('<ul><li>a'.repeat(5_000)), /^- a\n {2}- a/);
});

describe('what a page says beside its text', () => {
  test('values of fields stand at their places, those that nobody gave do not', async () => {
    assert.equal(
      await convert(
        '<p>Name <input value="Ada"> <input placeholder="Town"><input type=hidden value=x><input type=submit value=Go>' +
          '<input type=password value=secret></p><p><input type=radio> card <input type=radio checked> transfer</p>' +
          '<p>Pay <select><option>monthly<option selected>yearly</select><select><option>a</select></p>' +
          '<textarea>One\ntwo</textarea><textarea></textarea>',
      ),
      'Name Ada\n\n[ ] card [x] transfer\n\nPay yearly\n\nOne  \ntwo',
    );
  });

  test('buttons are controls, but for those that are headings', async () => {
    assert.equal(await convert('<h3><button>Why?</button></h3><p>So.</p><button>Copy</button>'), '### Why?\n\nSo.');
  });

  test('frames, objects and recordings are their pages, links, and the text in their place', async () => {
    const site = 'https://example.org';
    assert.equal(
      await convert(
        `<iframe srcdoc="<h2>In</h2><iframe src='${site}/map' title=Map></iframe>"></iframe>` +
          `<iframe src="${site}/count" width=1 height=1></iframe><iframe src="about:blank"></iframe>` +
          `<video title="Tides"><source src="${site}/t.mp4">Your browser shows no videos.</video>` +
          `<object data="${site}/t.pdf"><p>A table of tides</p></object><canvas>Needs HTML5</canvas>`,
      ),
      `## In\n\n[Map](${site}/map)\n\n[Tides](${site}/t.mp4) [${site}/t.pdf](${site}/t.pdf)\n\nA table of tides`,
    );
  });

  test('parts of a picture are links, and drawings have their words', async () => {
    assert.equal(
      await convert(
        '<img alt="Harbour" src="h.png" usemap="#m"><map name=m><area href="/gate" alt="Gate"><area href="/pump"></map>' +
          '<p><svg><defs><text>no</text></defs><title>Levels</title><g><text>high</text><text>low</text></g></svg></p>',
      ),
      '![Harbour](h.png) [Gate](/gate) [/pump](/pump)\n\nLevels high low',
    );
  });

  test('abbreviations have their long form once, pictures their tips, and links without text their labels', async () => {
    assert.equal(
      await convert(
        '<p><abbr title="mean sea level">MSL</abbr> and <abbr title="mean sea level">MSL</abbr></p>' +
          '<p><img src="a.png" alt="Gate" title="as it was in May"><img src="b.png" alt="" title="The pump house"></p>' +
          '<p><a href="/x" aria-label="Next page"><i></i></a> <a href="/y" title="again">y</a></p>' +
          '<h2>Mills <a href="#mills" aria-label="Link to this part"><i></i></a></h2>',
      ),
      'MSL (mean sea level) and MSL\n\n![Gate](a.png) (as it was in May)![The pump house](b.png)\n\n' +
        '[Next page](/x) [y](/y)\n\n## Mills',
    );
  });

  test('what is in place of scripts is read, but no demands, counters, and pictures that are there anyway', async () => {
    assert.equal(
      await convert(
        '<p>a</p><noscript>Please enable JavaScript.</noscript><noscript><img src="/count" width=1 height=1></noscript>' +
          '<img data-src="a.png"><noscript><img src="a.png"></noscript><noscript><img src="b.png" alt="B"></noscript>' +
          '<noscript><p>All answers</p></noscript>',
      ),
      'a\n\n![](a.png)![B](b.png)\n\nAll answers',
    );
  });

  test('hidden parts are counted, or read if the request says so', async () => {
    const page =
      '<p>a</p><p hidden>b <span style="display:none">c</span></p><dialog>d</dialog><dialog open>e</dialog>' +
      '<p style="display: none"></p><span style="display:none"><math><mi>x</mi></math></span><i style="color:red">f</i>';
    const { markdown, warnings } = await parse(page, PAGE);
    assert.equal(markdown, 'a\n\ne\n\n*f*\n');
    assert.deepEqual(
      warnings.map(({ message }) => message),
      ['Hidden content omitted: parts of the page: 2.'],
    );
    const all = await parse(page, { ...PAGE, options: { ...DEFAULT_PARSE_OPTIONS, hidden: true } });
    assert.equal(all.markdown, 'a\n\nb c\n\nd\n\ne\n\n*f*\n');
    assert.deepEqual(all.warnings, []);
  });

  test('a page that is hidden until its scripts have run is read', async () => {
    assert.equal(await convert('<body style="visibility: hidden"><p>a</p></body>'), 'a');
  });

  test('words that style sheets add are counted, symbols are not', async () => {
    const style =
      '<style>.a::before{content:"Note: "}.b::after{content:"\\f101"}.c{content:"—"}.d{content:none}</style>';
    const { warnings } = await parse(`${style}<p class=a>x</p>`, PAGE);
    assert.deepEqual(
      warnings.map(({ message }) => message),
      ['Parts of the page omitted: texts of style sheets: 1.'],
    );
  });
});
