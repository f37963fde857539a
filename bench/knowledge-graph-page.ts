/**
 * The page of a graph of 10,000 nodes and 30,000 links in headless Chromium without a graphics processor: when its first picture is there,
 * and how smooth it is while the picture is dragged.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { PAGE_SCRIPT, graphPage } from '../engines/knowledge/graph/page/page.ts';
import { readOptions } from '../platform/command-line.ts';
import { pageScript } from '../platform/page-script.ts';
import { drawingBrowser } from '../test/support/browser/drawing-browser.ts';
import { madeGraph } from '../test/support/knowledge/made-graph.ts';

const SIZES = [
  [1000, 3000],
  [10_000, 30_000],
] as const;
const DRAG_MS = 5000;

readOptions('npm run bench:knowledge-graph-page', {});

const script = await pageScript(PAGE_SCRIPT);
const folder = await mkdtemp(join(tmpdir(), 'graph-page-'));
const browser = await drawingBrowser();
if (browser === null) throw new Error('No browser of this machine has WebGL.');
try {
  console.log('| nodes | links | page | first picture | frames a second, dragged | longest frame |');
  console.log('|---|---|---|---|---|---|');
  for (const [nodes, links] of SIZES) console.log(`| ${(await measure(browser, nodes, links)).join(' | ')} |`);
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}

async function measure(browser: Browser, nodes: number, links: number): Promise<string[]> {
  let text = '';
  for await (const piece of graphPage(madeGraph(nodes, links), script)) text += piece;
  const file = join(folder, `${nodes}.html`);
  await writeFile(file, text);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(pathToFileURL(file).href);
  const first = await page.evaluate<number>('performance.getEntriesByName("first-picture")[0].startTime');
  const stage = await page.locator('#pointer').boundingBox();
  if (!stage) throw new Error('The page has no picture.');
  const [x, y] = [stage.x + stage.width / 2, stage.y + stage.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y);
  await page.evaluate(
    `window.graphFrames = []; (function frame(at) { window.graphFrames.push(at); requestAnimationFrame(frame); })(performance.now())`,
  );
  const ends = Date.now() + DRAG_MS;
  for (let step = 0; Date.now() < ends; step++)
    await page.mouse.move(x + 150 * Math.sin(step / 10), y + 100 * Math.cos(step / 10));
  const times = await page.evaluate<number[]>('window.graphFrames');
  await page.mouse.up();
  await page.close();
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time));
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
  return [
    String(nodes),
    String(links),
    `${(text.length / 1e6).toFixed(1)} MB`,
    `${(first / 1000).toFixed(2)} s`,
    (gaps.length / seconds).toFixed(0),
    `${Math.max(...gaps).toFixed(0)} ms`,
  ];
}
