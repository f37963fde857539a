/** `npm start`: runs the whole service on this machine until Ctrl-C. */
import { readOptions } from '../platform/command-line.ts';
import { curlLine, runInForeground } from './foreground.ts';

readOptions('npm start', {});
await runInForeground({}, (stack) => {
  console.log(`  Try it:\n\n  ${curlLine(stack)}\n\nCtrl-C stops it; data is kept.`);
  return new Promise(() => undefined);
});
