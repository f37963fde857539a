/** Texts that are hard to read in linear time: runs, gaps, repeats and growing runs of every special character. */
import type { Random } from '../random.ts';
import { fill } from './file.ts';
import type { Idea } from './file.ts';
import { WRAPS } from './wrap.ts';

const MARKS = Array.from('*_~`#>[]()<&|\\+-.!=:^$"\'/{}%@?,;0');
const SPACES = [' ', '\t', '\n', '\r', '\r\n', '\u00a0', '\u200b', '\u3000', '\u2028', '\u0301', '\u00ad', '\ufeff'];
/** What begins something that must be ended, and the other way round. */
const PIECES = [
  '![',
  '[](',
  '](',
  '[[',
  '<!--',
  '<![CDATA[',
  '<a ',
  '</',
  '&#',
  '&amp',
  '**a',
  '*a_',
  '`a``',
  '~~~\n',
  '| ',
  '|a\n',
  '\n# ',
  '\n> ',
  '\n- ',
  '\n1. ',
  '    a\n',
  '\\',
  '[^a]',
  ']: ',
  '$$',
  '](attachment:',
  'a\u0301',
  '\ud83d',
  '---\n',
  'http://',
  'a@',
  '\n===\n',
  '<b><i>',
  '&lt;',
  '=?utf-8?q?',
  '\u202e',
  'x ',
  '# #',
];

type Write = (random: Random, size: number) => string;

const TEXTS: Readonly<Record<string, Write>> = {
  run: (random, size) => fill(random.pick([...MARKS, ...SPACES]), size),
  gap: (random, size) => {
    const end = random.pick(MARKS);
    return `a${end}${fill(random.pick(SPACES), size)}${end}a`;
  },
  repeat: (random, size) => fill(random.pick(PIECES), size),
  pairs: (random, size) => fill(`${random.pick(MARKS)}${random.pick([...MARKS, ...SPACES, 'a'])}`, size),
  growing: (random, size) => {
    const mark = random.pick(MARKS);
    const runs: string[] = [];
    for (let length = 1, sum = 0; sum < size; sum += length++ + 1) runs.push(mark.repeat(length));
    return runs.join(random.pick([' ', 'a', '\n']));
  },
};

export const TEXT_IDEAS: readonly Idea[] = Object.entries(TEXTS).flatMap(([text, write]) =>
  Object.entries(WRAPS).map(([format, wrap]) => ({
    name: `${text}-${format}`,
    make: (random: Random, size: number) => wrap(write(random, size)),
  })),
);
