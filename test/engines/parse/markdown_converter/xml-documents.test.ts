/** Documents in XML vocabularies become headings, lists, tables and notes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertFails, markdownOf, parse } from '../../../support/documents/parse.ts';

const DOCBOOK = { mediaType: 'application/docbook+xml' };
const JATS = { mediaType: 'application/jats+xml' };
const FB2 = { mediaType: 'application/x-fictionbook+xml' };
const OPML = { mediaType: 'text/x-opml' };

/** The smallest picture: one transparent pixel. */
const PIXEL = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

const book = (body: string, info = ''): string =>
  `<?xml version="1.0"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">
  <description><title-info>${info}</title-info></description>${body}</FictionBook>`;

test('sections of DocBook are headings, by depth', async () => {
  const source = `<book><title>Mills</title><chapter><title>Tide</title><para>Water &mdash; falls.</para>
    <sect1><title>Gates</title><para>Oak.</para></sect1></chapter></book>`;
  assert.equal(await markdownOf(source, DOCBOOK), '# Mills\n\n## Tide\n\nWater — falls.\n\n### Gates\n\nOak.');
});

test('a fragment of DocBook 5 with several roots is read as a whole', async () => {
  const source = `<d:para xmlns:d="http://docbook.org/ns/docbook">One <d:emphasis>day</d:emphasis></d:para><para>Two</para>`;
  assert.equal(await markdownOf(source, DOCBOOK), 'One *day*\n\nTwo');
});

test('lists of DocBook nest, and a paragraph around one is split', async () => {
  const source = `<article><para>Before<orderedlist><listitem><para>One</para><itemizedlist><listitem><para>Inner</para>
    </listitem></itemizedlist></listitem><listitem><para>Two</para></listitem></orderedlist>after</para></article>`;
  assert.equal(await markdownOf(source, DOCBOOK), 'Before\n\n1. One\n   - Inner\n2. Two\n\nafter');
});

test('CALS tables keep spans', async () => {
  const source = `<informaltable><tgroup cols="2"><colspec colname="a"/><colspec colname="b"/>
    <thead><row><entry namest="a" nameend="b">Both</entry></row></thead>
    <tbody><row><entry morerows="1">Left</entry><entry>1</entry></row><row><entry>2</entry></row></tbody></tgroup></informaltable>`;
  assert.equal(
    await markdownOf(source, DOCBOOK),
    '<table>\n<tr><th colspan="2">Both</th></tr>\n<tr><td ' +
      'rowspan="2">Left</td><td>1</td></tr>\n<tr><td>2</td></tr>\n</table>',
  );
});

test('references of DocBook show titles, footnotes come last, admonitions are labelled', async () => {
  const source = `<article><sect1 id="one"><title>First</title><para>See <xref linkend="one"/><footnote><para>A note.</para>
    </footnote>.</para><warning><para>Hot.</para></warning><programlisting language="c">int a;
  int b;</programlisting></sect1></article>`;
  assert.equal(
    await markdownOf(source, DOCBOOK),
    '## First\n\nSee First[^1].\n\n> **Warning:**\n>\n> Hot.\n\n```c\nint a;\n  int b;\n```\n\n[^1]: A note.',
  );
});

test('facts of DocBook come from its info', async () => {
  const { title, authors, language, createdAt, properties } = await parse(
    `<article lang="de"><articleinfo><title>Watt</title><author><firstname>Ada</firstname><surname>Maas</surname></author>
    <pubdate>2020-03-01</pubdate><keywordset><keyword>tide</keyword></keywordset></articleinfo><para>Text</para></article>`,
    DOCBOOK,
  );
  assert.deepEqual([title, authors, language], ['Watt', ['Ada Maas'], 'de']);
  assert.deepEqual([createdAt, properties], ['2020-03-01T00:00:00.000Z', { keywords: 'tide' }]);
});

test('an article of JATS has its title, authors, abstract, sections and references', async () => {
  const source = `<article xml:lang="en" article-type="research-article"><front><journal-meta><journal-title>Tides</journal-title></journal-meta>
    <article-meta><article-id pub-id-type="doi">10.1/2</article-id><title-group><article-title>On <italic>Mills</italic></article-title></title-group>
    <contrib-group><contrib><name><surname>Maas</surname><given-names>Ada</given-names></name></contrib></contrib-group>
    <pub-date><day>2</day><month>3</month><year>2020</year></pub-date>
    <abstract><p>Short.</p></abstract></article-meta></front>
    <body><sec><label>1</label><title>Water</title><p>As shown <xref ref-type="bibr" rid="r1">[1]</xref><xref ref-type="fn" rid="f1">a</xref>.</p>
    <disp-formula><tex-math>\\begin{document}$$a+b$$\\end{document}</tex-math></disp-formula></sec></body>
    <back><fn-group><fn id="f1"><p>Measured.</p></fn></fn-group><ref-list><title>References</title>
    <ref id="r1"><label>1</label><mixed-citation>Roe. <source>Gates</source>. 1999.</mixed-citation></ref></ref-list></back></article>`;
  const { markdown, authors, createdAt, properties, title } = await parse(source, JATS);
  assert.equal(
    markdown,
    `# On Mills

Ada Maas

## Abstract

Short.

## 1 Water

As shown [1\\][^1].

$$a+b$$

## References

1. Roe. Gates. 1999.

[^1]: Measured.
`
      .replace('*Mills*', 'Mills')
      .replace('\\[', '['),
  );
  assert.deepEqual([title, authors, createdAt], ['On Mills', ['Ada Maas'], '2020-03-02T00:00:00.000Z']);
  assert.deepEqual(properties, { journal: 'Tides', doi: '10.1/2' });
});

test('a book of FictionBook has titles, poems, notes and pictures', async () => {
  const source = book(
    `<body><title><p>The</p><p>Mill</p></title><section><title><p>One</p></title><p>Text<a l:href="#n1" type="note">[1]</a>
    <image l:href="#p.gif"/></p><poem><stanza><v>first</v><v>second</v></stanza></poem></section></body>
    <body name="notes"><title><p>Notes</p></title><section id="n1"><title><p>1</p></title><p>A note.</p></section></body>
    <binary id="p.gif" content-type="image/gif">${PIXEL}</binary>`,
    '<book-title>Mill</book-title><author><first-name>Ada</first-name><last-name>Maas</last-name></author><lang>ru</lang>',
  );
  const { markdown, title, authors, language, images } = await parse(source, FB2);
  assert.equal(markdown, '# The Mill\n\n## One\n\nText[^1] ![](images/p.gif)\n\nfirst  \nsecond\n\n[^1]: A note.\n');
  assert.deepEqual([title, authors, language, images.length], ['Mill', ['Ada Maas'], 'ru', 1]);
});

test('the declared encoding of a book is used', async () => {
  const bytes = Buffer.concat([
    Buffer.from('<?xml version="1.0" encoding="windows-1251"?><FictionBook><body><section><p>'),
    Buffer.from([0xcc, 0xe8, 0xf0]),
    Buffer.from('</p></section></body></FictionBook>'),
  ]);
  assert.equal(await markdownOf(bytes, FB2), 'Мир');
});

test('outlines are headings, feeds are links, below level six they are lists', async () => {
  const deep = (level: number): string =>
    level === 0 ? '' : `<outline text="L${8 - level}">${deep(level - 1)}</outline>`;
  const source = `<opml><head><title>T</title></head><body><outline text="&lt;b&gt;A&lt;/b&gt;" _note="n">
    <outline text="Feed" xmlUrl="http://a.example/rss"/></outline>${deep(7)}</body></opml>`;
  assert.equal(
    await markdownOf(source, OPML),
    '# A\n\nn\n\n- [Feed](http://a.example/rss)\n\n# L1\n\n## L2\n\n### L3\n\n#### L4\n\n##### L5\n\n###### L6\n\n- L7',
  );
});

test('entities of the file are not expanded, no file is read, and deep nesting is refused', async () => {
  const source = `<!DOCTYPE article [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>
    <article><para>x&b;&c;y</para></article>`;
  assert.equal(await markdownOf(source, DOCBOOK), 'x\\&b;\\&c;y'.replaceAll('\\', ''));
  await assertFails(parse(`<article>${'<section>'.repeat(100_000)}`, DOCBOOK), 'corrupt');
  await assertFails(parse('<article/>', JATS), 'empty');
});
