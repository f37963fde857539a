/** `npm start`: the whole service on this machine, until Ctrl-C. */
import { curlLine, runInForeground } from './foreground.ts';

await runInForeground({}, (stack) => {
  console.log(`  Try it:\n\n  ${curlLine(stack, 'https://example.com')}\n\nCtrl-C stops it; the data stays.`);
  return new Promise(() => undefined);
});
