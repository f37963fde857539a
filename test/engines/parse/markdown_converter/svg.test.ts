/** The text of drawings is read in the order in which it is seen. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertFails, markdownOf, parse } from '../../../support/documents/parse.ts';

const SVG = { mediaType: 'image/svg+xml' };
const svg = (body: string): Promise<string> => markdownOf(`<svg xmlns="http://www.w3.org/2000/svg">${body}</svg>`, SVG);

test('title and description come first, then the labels by line', async () => {
  const { markdown, title } = await parse(
    '<?xml version="1.0"?><s:svg xmlns:s="http://www.w3.org/2000/svg"><s:text x="50" y="90">low</s:text>' +
      '<s:text x="80" y="11">right</s:text><s:g transform="translate(5 -10)"><s:text x="0" y="20">left</s:text></s:g>' +
      '<s:title>Tides</s:title><s:desc>Two\n levels</s:desc></s:svg>',
    SVG,
  );
  assert.equal(markdown, '# Tides\n\nTwo levels\n\nleft right\n\nlow\n');
  assert.equal(title, 'Tides');
});

test('spans with a position are lines, others words', async () => {
  assert.equal(
    await svg('<text x="1" y="10">a <tspan font-weight="bold">b</tspan><tspan x="1" dy="1.2em">c</tspan></text>'),
    'a b\n\nc',
  );
  assert.equal(
    await svg('<foreignObject x="1" y="2"><p xmlns="http://www.w3.org/1999/xhtml">HTML</p></foreignObject>'),
    'HTML',
  );
});

test('definitions, styles and entities of the file are not text', async () => {
  const source =
    '<!DOCTYPE svg [<!ENTITY e SYSTEM ' +
    '"file:///etc/hostname">]><svg><defs><text>no</text></defs><style>a{}</style><script>b</script><text>yes ' +
    '&e;</text></svg>';
  assert.match(await markdownOf(source, SVG), /^yes( &e;)?$/);
  await assertFails(parse('<svg><path d="M0 0"/></svg>', SVG), 'empty');
});

test('links, tips of shapes and symbols are text; a symbol is drawn once', async () => {
  assert.equal(
    await svg(
      '<a href="https://example.org/a"><text y="10">Gate</text></a><a href="https://example.org/b"><rect/></a>' +
        '<text y="30">See <a href="https://example.org/c">here</a> and <a href="#x">there</a></text>' +
        '<g><title>Sluice</title><desc>Gate</desc><rect/></g>' +
        '<defs><g id="s"><text y="5">Pump</text><use href="#s"/><use href="#t"/></g></defs>' +
        '<symbol id="t"><text>Weir</text></symbol><use href="#s" y="50"/><use href="#s" y="70"/>',
    ),
    '[https://example.org/b](https://example.org/b)\n\n[Gate](https://example.org/a)\n\nSee [here](https://example.org/c) and there\n\n' +
      'Weir\n\nPump\n\nSluice',
  );
});

test('editors name author, rights and title in the metadata', async () => {
  const dc = (name: string, value: string): string => `<dc:${name}>${value}</dc:${name}>`;
  const work = dc('title', 'Tides') + dc('creator', `<Agent>${dc('title', 'Ada')}</Agent>`) + dc('rights', 'CC0');
  const { markdown, title, authors, properties } = await parse(
    `<svg xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>${work}</metadata><text>a</text></svg>`,
    SVG,
  );
  assert.deepEqual([markdown, title, authors, properties], ['# Tides\n\na\n', 'Tides', ['Ada'], { rights: 'CC0' }]);
});
