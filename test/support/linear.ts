/** Checks that work takes time linear in its input, by the processor time of this process. */
import assert from 'node:assert/strict';

/** Characters of the larger input; a quarter of it is the smaller. Quadratic work on it takes a tenth of a second or more. */
const LARGE = 14_000;
/** Processor time in milliseconds below which the larger input is fast, whatever the smaller one takes. */
const FAST = 50;
/** Linear work takes 4 times as long for 4 times the input, quadratic work 16 times. */
const MAX_RATIO = 10;

/** `work` gets an input of about `size` characters. What it throws is passed on. */
export async function assertLinear(what: string, work: (size: number) => unknown): Promise<void> {
  let best = Infinity;
  let ratio = Infinity;
  for (let run = 0; run < 3 && ratio >= MAX_RATIO; run++) {
    best = Math.min(best, await processorTime(() => work(LARGE)));
    if (best < FAST) return;
    const small = Math.min(await processorTime(() => work(LARGE / 4)), await processorTime(() => work(LARGE / 4)));
    ratio = Math.min(ratio, best / small);
  }
  assert.ok(
    ratio < MAX_RATIO,
    `${what}: ${Math.round(best)} ms, ${ratio.toFixed(1)} times as long for 4 times the input`,
  );
}

/** Milliseconds. */
async function processorTime(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Text that makes careless code slow, each of about `size` characters, by name. */
export const HOSTILE_TEXTS: Readonly<Record<string, (size: number) => string>> = Object.fromEntries(
  [
    // Runs of one character: every one that means something in a format, and white space.
    ...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~a0'.split(''),
    ...[' ', '\t', '\n', '\r\n', '\u00a0', '\u2028', '\u200b', '\u0001', '\ufffd', '\u2026', '\u{1f600}'],
    // Openers that nothing closes, closers that nothing opened, and beginnings of either, repeated.
    ...[
      '](',
      '![',
      '[^',
      '[a](',
      '](attachment:',
      '<!--',
      '<![CDATA[',
      '<a ',
      '<a/',
      '</',
      '&#',
      '&#x',
      '&a',
      '**a',
      '_a ',
    ],
    ...['~~~\n', '```\n', '> ', '- ', '1. ', '# ', ' #', '| ', ' |', '---\n', '===\n', '\\[', '\\(', '$$', '{{', '\\{'],
    ...['a.', '. ', 'a,', ' \n', '\n ', 'a\n', 'a \n', '. . ', ': ', '"a', '" ', '"a,', 'a@', 'http://', 'a-', '\\"'],
  ].map((piece) => [JSON.stringify(piece), (size) => piece.repeat(Math.ceil(size / piece.length))]),
);
