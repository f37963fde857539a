/** The browser of this machine; fetched where there is none. */
import { after } from 'node:test';
import { openBrowser } from '../../../platform/browser/index.ts';
import type { Browser, BrowserSettings } from '../../../platform/browser/index.ts';
import { obtainBrowser } from '../../../embedded/setup/browser.ts';

/** A browser that ends with the tests of the file. By default nothing of the machine but loopback is reached. */
export async function testBrowser(settings: Partial<BrowserSettings> = {}): Promise<Browser> {
  const executables = [await obtainBrowser(process.env, () => undefined)];
  const browser = openBrowser({ executables, sandbox: true, allow: ['127.0.0.1'], ...settings });
  if (browser === null) throw new Error('There is no browser.');
  after(() => browser.close());
  return browser;
}
