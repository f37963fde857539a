import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unzipSync, strFromU8 } from 'fflate';
import { Check } from 'typebox/value';
import { DocumentBlocks } from '../../../api/parse/documents/block-schemas.ts';
import { makePdf } from '../../support/documents/pdf.ts';
import { sharedSystem } from '../../support/service/system.ts';

const { api } = await sharedSystem();

const rows = [200, 220, 240].map((y) => ({ x0: 72, y0: y, x1: 300, y1: y }));
const columns = [72, 180, 300].map((x) => ({ x0: x, y0: 200, x1: x, y1: 240 }));
const cells = ['Mill', 'Power', '=Eling', '7 kW'].map((text, cell) => ({
  x: cell % 2 === 0 ? 76 : 184,
  y: cell < 2 ? 214 : 234,
  text,
}));
const pdf = makePdf([
  {
    text: [{ x: 72, y: 100, text: 'Tide mills', size: 24, font: 'bold' }, ...cells],
    lines: [...rows, ...columns],
    pictures: [{ x: 72, y: 300, width: 100, height: 80, number: 1 }],
  },
]);
const FORMATS = ['blocks', 'html', 'text', 'chunks', 'links', 'tables', 'zip'];

test('a document is made in each requested format, and read again by its identifier', async () => {
  const client = await api.client();
  const { locator } = await client.upload(pdf, 'mills.pdf');
  const jobId = await client.submitOne(locator, { options: { formats: FORMATS } });
  const { usage } = await client.waitFor(jobId, 'succeeded');
  assert.deepEqual(
    usage.filter(({ unit }) => unit === 'engine_seconds').map(({ source }) => source),
    ['formats', 'markdown_converter'],
  );
  const { document } = await client.result(jobId);
  const files = new Map(document.files.map((file) => [file.format, file]));
  assert.deepEqual([...files.keys()], ['markdown', ...FORMATS]);

  const path = `/v1/documents/${document.document_id}`;
  const shown = await client.send<typeof document>('GET', path);
  assert.equal(shown.status, 200);
  assert.equal(shown.body.markdown, document.markdown);
  assert.deepEqual(
    shown.body.files.map(({ name }) => name),
    document.files.map(({ name }) => name),
  );

  const content = async (format: string): Promise<Uint8Array> => {
    const file = files.get(format as 'markdown');
    assert.ok(file);
    const [signed, served] = await Promise.all([
      fetch(file.url),
      client.stream(`${path}/content?format=${format}`, {}),
    ]);
    assert.equal(served.status, 200);
    assert.equal(served.headers.get('content-type'), file.media_type);
    const bytes = await served.bytes();
    assert.equal(bytes.byteLength, file.bytes);
    assert.deepEqual(await signed.bytes(), bytes);
    return bytes;
  };
  const blocks: unknown = JSON.parse(strFromU8(await content('blocks')));
  assert.ok(Check(DocumentBlocks, blocks));
  assert.deepEqual(
    blocks.blocks.map(({ type, text, page }) => [type, text, page]),
    [
      ['heading', 'Tide mills', 1],
      ['table', 'Mill\tPower\n=Eling\t7 kW', 1],
      ['picture', '', 1],
    ],
  );
  assert.deepEqual(blocks.blocks[1]?.boxes, [{ page: 1, x0: 72, y0: 200, x1: 300, y1: 240 }]);
  assert.equal(blocks.blocks[2]?.image, document.images[0]?.name);
  assert.equal(strFromU8(await content('text')), 'Tide mills\n\nMill\tPower\n=Eling\t7 kW\n');
  assert.equal(strFromU8(await content('tables')), "Mill,Power\r\n'=Eling,7 kW\r\n");
  assert.match(strFromU8(await content('html')), /<h1>Tide mills<\/h1>[\s\S]*<img src="data:image\/png;base64,/);
  const [chunk] = strFromU8(await content('chunks'))
    .trimEnd()
    .split('\n');
  assert.match(chunk ?? '', /"page_from":1,"page_to":1/);
  const archive = unzipSync(await content('zip'));
  assert.deepEqual(Object.keys(archive), [
    'document.md',
    'blocks.json',
    'document.html',
    'document.txt',
    'chunks.jsonl',
    'links.jsonl',
    'table-1.csv',
    `images/${document.images[0]?.name}`,
  ]);
  assert.equal(strFromU8(archive['document.md'] ?? new Uint8Array()), document.markdown);

  // A later request for other formats parses nothing again.
  const later = await client.submitOne(locator, { options: { formats: ['blocks'] } });
  await client.waitFor(later, 'succeeded');
  const { document: again } = await client.result(later);
  assert.equal(again.cached, true);
  assert.deepEqual(
    again.files.map(({ format }) => format),
    ['markdown', 'blocks'],
  );
  const same = await client.stream(`/v1/documents/${again.document_id}/content?format=blocks`, {});
  assert.deepEqual(await same.json(), blocks);
});

test('a format that was not requested, and a document of another tenant, are not found', async () => {
  const [client, stranger] = [await api.client(), await api.client()];
  const jobId = await client.submitOne((await client.upload(pdf, 'mills.pdf')).locator);
  await client.waitFor(jobId, 'succeeded');
  const { document } = await client.result(jobId);
  const path = `/v1/documents/${document.document_id}`;
  const absent = await client.send<{ code: string }>('GET', `${path}/content?format=html`);
  assert.deepEqual([absent.status, absent.body.code], [404, 'format_not_made']);
  assert.match(JSON.stringify(absent.body), /options\.formats/);
  assert.equal(await (await client.stream(`${path}/content`, {})).text(), document.markdown);
  for (const hidden of [path, `${path}/content`]) {
    assert.equal((await stranger.send<{ code: string }>('GET', hidden)).body.code, 'not_found');
  }
  assert.equal((await client.send('GET', `${path}/content?format=pdf`)).status, 422);
});
