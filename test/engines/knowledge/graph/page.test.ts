/** The page of a graph in a real browser: what it shows, how it is used, and that nothing of a document runs. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { obtainBrowser } from '../../../../embedded/setup/browser.ts';
import { PAGE_SCRIPT, graphPage } from '../../../../engines/knowledge/graph/page/page.ts';
import type { PageFile } from '../../../../engines/knowledge/graph/page/page.ts';
import { passageOf } from '../../../../engines/knowledge/graph/page/passage.ts';
import { pageScript } from '../../../../platform/page-script.ts';
import { drawingBrowser } from '../../../support/browser/drawing-browser.ts';
import { graphOf, madeGraph } from '../../../support/knowledge/made-graph.ts';

const script = await pageScript(PAGE_SCRIPT);
const browser = await chromium.launch({
  executablePath: await obtainBrowser(process.env, () => undefined),
  args: ['--no-sandbox'],
});
const drawing = await drawingBrowser();
after(() => Promise.all([browser.close(), drawing?.close()]));
const needsPicture = { skip: drawing === null && 'no browser of this machine has WebGL' };
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const ATTACK = `<img src=x onerror="window.attacked=1"></script><script>window.attacked=1</script><!-- \u2028 & "'`;
const TEXT = `It says: ${ATTACK} owns the mill. Nothing else.`;
const nodeOf = (id: string, label: string, chunks: number, more: object = {}) => ({
  id,
  name: label.toLowerCase(),
  label,
  type: null,
  chunks,
  aliases: [],
  ...more,
});
const valid = { from: null, to: null };
const start = TEXT.indexOf(ATTACK);
const statement = {
  predicate: ATTACK,
  evidence: [{ chunk: '1', documentId: 'd', start, end: start + 9, extractor: 'rules', valid, date: null }],
  passages: [passageOf(ATTACK, TEXT, start, start + ATTACK.length)],
};
const hostile = () =>
  graphOf(
    ATTACK,
    [
      nodeOf('1', ATTACK, 9, { type: ATTACK, aliases: [{ name: ATTACK }] }),
      nodeOf('2', 'Tide Mill', 4),
      nodeOf('3', 'Élodie Marsh', 2),
    ],
    [
      { id: 'f1', source: '1', target: '2', ...statement },
      { id: 'f2', source: '3', target: '2', ...statement, predicate: 'visits', passages: null },
    ],
    { nodes: 12_345, links: 7 },
  );

interface Opened {
  readonly page: Page;
  readonly errors: string[];
}

async function open(
  file: PageFile,
  width = 1200,
  colorScheme: 'light' | 'dark' = 'light',
  by: Browser = drawing ?? browser,
): Promise<Opened> {
  let text = '';
  for await (const piece of graphPage(file, script)) text += piece;
  const page = await by.newPage({ viewport: { width, height: 844 }, colorScheme, reducedMotion: 'reduce' });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.setDefaultTimeout(8000);
  page.on('request', (request) => {
    // The worker of the arrangement.
    if (!request.url().startsWith('blob:')) errors.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.setContent(text);
  return { page, errors };
}

test('what documents bring in is text, and nothing is loaded', async () => {
  const { page, errors } = await open(hostile());
  assert.equal(await page.locator('h1').textContent(), ATTACK);
  const left = await page.locator('#left-out').textContent();
  assert.equal(left, 'Not in this page: 12,345 names that fewer passages mention, 7 facts, the passages of 1 facts.');
  await page.locator('#results button').first().click();
  assert.equal(await page.locator('h2').textContent(), ATTACK);
  await page.locator('.fact button[aria-expanded]').click();
  assert.equal(await page.locator('mark').textContent(), ATTACK);
  assert.equal(await page.locator('blockquote').evaluate((quote) => quote.childNodes[0]?.textContent), 'It says: ');
  assert.equal(await page.evaluate('window.attacked'), undefined);
  assert.equal(await page.locator('img, iframe, link, object').count(), 0);
  assert.deepEqual(errors, []);
  await page.close();
});

test('communities of the service have their titles in the legend; a node of none has a colour of no community', async () => {
  const nodes = [
    nodeOf('1', 'Mill', 9, { community: 1 }),
    nodeOf('2', 'Quay', 4, { community: 1 }),
    nodeOf('3', 'Oak', 2, { community: 0 }),
    nodeOf('4', 'Elm', 1),
  ];
  const { page, errors } = await open({ ...graphOf('Titled', nodes, []), communities: ['Trees', ATTACK] });
  await page.locator('#legend summary').click();
  assert.deepEqual(await page.locator('#communities .name').allTextContents(), [ATTACK, 'Trees']);
  const colors = await page.evaluate<string[]>(
    `[...document.querySelectorAll('#results .dot')].map((one) => getComputedStyle(one).color)`,
  );
  assert.equal(colors[0], colors[1]);
  assert.equal(new Set(colors).size, 3);
  assert.equal(await page.evaluate('window.attacked'), undefined);
  assert.deepEqual(errors, []);
  await page.close();
});

test('a further entity of a name has its number behind it', async () => {
  const { page } = await open(
    graphOf('Split', [nodeOf('1', 'Jon Marsh', 2), nodeOf('1.2', 'Jon Marsh', 1, { sense: 2 })], []),
  );
  assert.deepEqual(await page.locator('#results .name').allTextContents(), ['Jon Marsh', 'Jon Marsh (2)']);
  await page.close();
});

test('of an entity without facts, the passages that mention it are shown', async () => {
  const passage = passageOf(ATTACK, 'The reed stands in the pond.', 4, 8);
  const nodes = [nodeOf('1', 'Mill', 2), nodeOf('2', 'reed', 1), nodeOf('3', 'Quay', 1)];
  const { page } = await open(graphOf('Mentioned', nodes, [], { nodes: 0, links: 0 }, { 2: [passage] }));
  await page.locator('#results button', { hasText: 'reed' }).click();
  assert.deepEqual(await page.locator('blockquote').allTextContents(), [`The reed stands in the pond.${ATTACK}`]);
  assert.equal(await page.locator('mark').textContent(), 'reed');
  await page.keyboard.press('Escape');
  await page.locator('#results button', { hasText: 'Quay' }).click();
  assert.match((await page.locator('#detail').textContent()) ?? '', /none of its passages/);
  await page.close();
});

test('an inserted script does not run', async () => {
  const { page } = await open(hostile());
  await page.evaluate(
    `document.body.append(Object.assign(document.createElement('script'), { text: 'window.attacked = 1' }))`,
  );
  assert.equal(await page.evaluate('window.attacked'), undefined);
  await page.close();
});

test('the keyboard alone finds an entity, reads a passage, visits a neighbour and comes back', async () => {
  const { page, errors } = await open(hostile());
  const focused = () => page.evaluate<string>('document.activeElement.textContent');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('#search').focus();
  await page.keyboard.type('elodie MARSH');
  assert.equal(await page.locator('#found').textContent(), '1 entity found.');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('h2').textContent(), 'Élodie Marsh');
  for (const text of ['‹ All entities', 'Élodie Marsh visits Tide Mill1 place']) {
    await page.keyboard.press('Tab');
    assert.equal(await focused(), text);
  }
  await page.keyboard.press('Enter');
  assert.match((await page.locator('.fact').textContent()) ?? '', /does not hold/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('h2').textContent(), 'Tide Mill');
  assert.equal(await page.locator('.fact').count(), 2);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#detail').isHidden(), true);
  assert.equal(await page.evaluate('document.activeElement.id'), 'search');
  for (const key of ['Enter', 'Tab']) await page.keyboard.press(key);
  assert.equal(await focused(), '‹ All entities');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('#detail').isHidden(), true);
  assert.deepEqual(errors, []);
  await page.close();
});

test('a click on a line shows its passages, and a drag does not', needsPicture, async () => {
  const far = graphOf(
    'Two',
    [nodeOf('1', 'Mill', 9), nodeOf('2', 'Quay', 9)],
    [{ id: 'f1', source: '1', target: '2', ...statement }],
  );
  const { page, errors } = await open(far);
  const stage = await page.locator('#pointer').boundingBox();
  assert.ok(stage);
  // The middle of two nodes is the middle of the picture.
  const middle = { x: stage.x + stage.width / 2, y: stage.y + stage.height / 2 };
  await page.mouse.click(middle.x, middle.y);
  assert.equal(await page.locator('h2').textContent(), 'Mill and Quay');
  assert.equal(await page.locator('mark').textContent(), ATTACK);
  await page.keyboard.press('Escape');
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x - 30, middle.y + 40, { steps: 3 });
  await page.mouse.up();
  assert.equal(await page.locator('#detail').isHidden(), true);
  assert.deepEqual(errors, []);
  await page.close();
});

for (const [colorScheme, width] of [
  ['light', 1200],
  ['dark', 390],
] as const) {
  test(`a ${colorScheme} window of ${width} pixels has no barrier that axe finds, with and without an entity`, async () => {
    const { page, errors } = await open(madeGraph(120, 260), width, colorScheme);
    // The page's policy lets no script in; the browser's tools are not bound by it.
    await page.evaluate(AXE);
    const violations = (): Promise<string[]> =>
      page.evaluate<string[]>(
        'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) ' +
          '=> html).join(" ")}`))',
      );
    assert.deepEqual(await violations(), []);
    await page.locator('#results button').nth(1).click();
    await page.locator('.fact button[aria-expanded]').first().click();
    assert.deepEqual(await violations(), []);
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= width);
    assert.deepEqual(errors, []);
    await page.close();
  });
}

test('an arrangement runs in its worker until it is stopped', needsPicture, async () => {
  const { page, errors } = await open(madeGraph(60, 120));
  await page.locator('#arrange').click();
  assert.equal(await page.locator('#arrange').getAttribute('aria-pressed'), 'true');
  await page.locator('#arrange').click();
  assert.equal(await page.locator('#arrange').getAttribute('aria-pressed'), 'false');
  assert.deepEqual(errors, []);
  await page.close();
});

test('a graph without entities is a page, too', async () => {
  const { page, errors } = await open(graphOf('Empty', [], []));
  assert.equal(await page.locator('#counts').textContent(), '0 entities, 0 facts');
  assert.deepEqual(errors, []);
  await page.close();
});

test('without WebGL, the lists have everything', async () => {
  const { page, errors } = await open(hostile(), 1200, 'light', browser);
  assert.match((await page.locator('#hint').textContent()) ?? '', /WebGL/);
  await page.locator('#results button').first().click();
  await page.locator('.fact button[aria-expanded]').click();
  assert.equal(await page.locator('mark').textContent(), ATTACK);
  assert.deepEqual(errors, []);
  await page.close();
});
