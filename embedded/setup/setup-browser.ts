/** `npm run setup:browser`: downloads a browser for pages that are built by their scripts. */
import { readOptions } from '../../platform/command-line.ts';
import { obtainBrowser } from './browser.ts';
import { SetupError } from '../../platform/setup-error.ts';

readOptions('npm run setup:browser', {});
try {
  console.log(await obtainBrowser(process.env, console.log));
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  process.exitCode = 1;
}
