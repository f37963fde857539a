/** The page of the contract in a real browser: what it sends when nothing is changed. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';
import { answersOf } from '../../api/contract/document/answers.ts';
import type { Route } from '../../api/contract/route.ts';
import { headerName } from '../../api/contract/validation.ts';
import { routes } from '../../api/routes.ts';
import { obtainBrowser } from '../../embedded/setup/browser.ts';
import { ERRORS } from '../../errors/index.ts';
import { some } from '../support/depth.ts';
import { openSystem } from '../support/service/system.ts';

const system = openSystem();
const api = await system.startApi();
const client = await api.client();
const browser = await chromium.launch({
  executablePath: await obtainBrowser(process.env, () => undefined),
  args: ['--no-sandbox'],
});
after(() => browser.close());
const page = await browser.newPage();
await page.goto(`${api.url}/docs`);
await page.locator('.auth-wrapper button.authorize').click();
await page.locator('.auth-container input').fill(client.authorization.replace('Bearer ', ''));
await page.locator('.auth-container button.authorize').click();
await page.locator('.auth-container button.btn-done').click();

/** Presses "Try it out" and "Execute"; the status of the answer. */
async function execute(operationId: string, prepare: (block: ReturnType<Page['locator']>) => Promise<void>) {
  const block = page.locator(`[id$="-${operationId}"]`);
  await block.locator('.opblock-summary').click();
  await block.getByRole('button', { name: 'Try it out' }).click();
  await prepare(block);
  const answer = page.waitForResponse((response) => response.request().method() !== 'GET');
  await block.getByRole('button', { name: 'Execute' }).click();
  return answer;
}

test('a job needs only its source', async () => {
  const answer = await execute('submitParseJobs', async () => {});
  assert.equal(answer.status(), 202, answer.request().postData() ?? '');
  assert.deepEqual(answer.request().postDataJSON(), { sources: ['https://example.com/'] });
});

test('by default a file is stored for the whole tenant and without expiry', async () => {
  const file = { name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('Words.') };
  const answer = await execute('uploadFile', (block) => block.locator('input[type=file]').setInputFiles(file));
  assert.equal(answer.status(), 201);
  const { object_id } = (await answer.json()) as { object_id: string };
  const { body } = await client.send<object>('GET', `/v1/storage/objects/${object_id}`);
  assert.partialDeepStrictEqual(body, {
    access_policy: { access_level: 'tenant_shared' },
    retention_class: 'standard',
    tags: [],
    metadata: {},
  });
});

test('the prefilled request to cancel jobs cancels none', async () => {
  const job = await client.submitOne('https://example.com/');
  assert.equal((await execute('cancelJobs', async () => {})).status(), 202);
  assert.equal((await client.status(job)).state, 'queued');
});

/** Swagger UI takes a second or more to open an operation: of each tag, the one with the most to show is opened. */
const richest = [...Map.groupBy(routes, ({ tag }) => tag).values()].flatMap((ofTag) => {
  const shown = (route: Route): number =>
    Object.values(answersOf(route)).reduce((sum, { codes = [] }) => sum + 1 + codes.length, 0) +
    Object.keys(route.query?.properties ?? {}).length;
  return ofTag.toSorted((a, b) => shown(b) - shown(a)).slice(0, 1);
});

test('operations show their parameters, responses, headers and errors', async () => {
  for (const route of some(richest, 'operations')) {
    const block = page.locator(`[id$="-${route.operationId}"]`);
    const isOpen = await block.evaluate((element) => element.classList.contains('is-open'));
    if (!isOpen) await block.locator('.opblock-summary').click();
    await block.locator('.responses-table').first().waitFor();
    const text = await block.innerText();
    // Markdown shows code without its backticks.
    const shown = (what: string) =>
      assert.ok(text.includes(what.replaceAll('`', '')), `${route.operationId} shows ${what}:\n${text}`);
    for (const name of Object.keys(route.params?.properties ?? {})) shown(name);
    for (const name of Object.keys(route.query?.properties ?? {})) shown(name);
    for (const name of Object.keys(route.headers?.properties ?? {})) shown(headerName(name));
    for (const [status, { description, headers = {}, codes = [] }] of Object.entries(answersOf(route))) {
      for (const what of [status, description, ...Object.keys(headers), ...Object.values(headers)]) shown(what);
      for (const code of codes) shown(ERRORS[code].title);
    }
    await block.locator('.opblock-summary').click();
  }
});
