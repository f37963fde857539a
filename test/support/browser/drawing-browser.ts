/**
 * A browser with WebGL. Chromium's headless shell of the npm registry has none; a Chromium of the system has, by its
 * software renderer.
 */
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { browserExecutables, firstExecutable } from '../../../platform/browser/executables.ts';

/** `null`: this machine has none. */
export async function drawingBrowser(): Promise<Browser | null> {
  for (const executablePath of browserExecutables(process.env)) {
    if (firstExecutable([executablePath]) === undefined) continue;
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    const page = await browser.newPage();
    const draws = await page.evaluate<boolean>(`document.createElement('canvas').getContext('webgl2') !== null`);
    await page.close();
    if (draws) return browser;
    await browser.close();
  }
  return null;
}
