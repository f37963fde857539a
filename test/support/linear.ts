/** Checks that work takes time linear in its input, by processor time. */
import assert from 'node:assert/strict';
import { some } from './depth.ts';

/**
 * Repeats of what makes the work slow, rather than characters. With this many, a search from each
 * repeat to the end of the input takes as long as all the linear work, whatever the pieces.
 */
const REPEATS = 2560;
/** Linear work takes 4 times as long for 4 times the input at most, quadratic work 16 times. */
const STEP = 4;
const SUSPICIOUS = 6;
const QUADRATIC = 8;
/** Milliseconds. In less, the collection of garbage or a cold start can look like growth. */
const CERTAIN = 40;
const OBVIOUS = 400;
const RUNS = 3;
/** The short time is measured more often in a run: where all of them are interrupted, growth is hidden. */
const SHORT_RUNS = 5;

/**
 * `work` gets an input of about this many repeats. Work that seems to grow too fast is measured again with more of
 * them, where what is not linear outgrows all else. What `work` throws is passed on.
 */
export async function assertLinear(what: string, work: (repeats: number) => unknown): Promise<void> {
  // A pattern is compiled when it is used a second time: a slow first look would hide growth.
  await work(REPEATS / STEP);
  let isSuspected = false;
  for (let repeats = REPEATS; ; repeats *= STEP) {
    let [few, many] = [Infinity, Infinity];
    const isFast = (): boolean => many / few < (many < CERTAIN ? SUSPICIOUS : QUADRATIC);
    for (let run = 0; run < RUNS && !isFast(); run++) {
      for (let short = 0; short < SHORT_RUNS; short++)
        few = Math.min(few, await processorTime(() => work(repeats / STEP)));
      many = Math.min(many, await processorTime(() => work(repeats)));
    }
    if (isFast()) return;
    const times = `${(many / few).toFixed(1)} times as long for ${STEP} times the input`;
    // Beyond a limit another way may be taken, which costs more once: what is not linear grows on.
    assert.ok(!isSuspected && many < OBVIOUS, `${what}: ${Math.round(many)} ms, ${times}`);
    isSuspected = many >= CERTAIN;
  }
}

/** The same for work on hostile text. */
export async function assertLinearInText(what: string, work: (text: string) => unknown): Promise<void> {
  for (const [name, make] of some(Object.entries(HOSTILE_TEXTS), what))
    await assertLinear(`${name} in ${what}`, (repeats) => work(make(repeats)));
}

/** Milliseconds, never none at all. */
async function processorTime(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return Math.max(1, user + system) / 1000;
}

/** Text that makes careless code slow, with this many repeats, by name. */
export const HOSTILE_TEXTS: Readonly<Record<string, (repeats: number) => string>> = Object.fromEntries(
  [
    // Runs of one character: every one that means something in a format, and white space.
    ...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~a0'.split(''),
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\u00a0',
    '\u2028',
    '\u200b',
    '\u0001',
    '\ufffd',
    '\u2026',
    '\u{1f600}',
    // Openers that nothing closes, closers that nothing opened, and beginnings of either, repeated.
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
    '~~~\n',
    '```\n',
    '> ',
    '- ',
    '1. ',
    '# ',
    ' #',
    '| ',
    ' |',
    '---\n',
    '===\n',
    '\\[',
    '\\(',
    '$$',
    '{{',
    '\\{',
    ':a',
    '\\\\(',
    '[a]{',
    '\n\n\n\n',
    'a.',
    '. ',
    'a,',
    ' \n',
    '\n ',
    'a\n',
    'a \n',
    '. . ',
    ': ',
    '"a',
    '" ',
    '"a,',
    'a@',
    'http://',
    'a-',
    '\\"',
  ].map((piece) => [JSON.stringify(piece), (repeats) => piece.repeat(repeats)]),
);
