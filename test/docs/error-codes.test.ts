/** What documents call an error is a code of the catalog, and not, for example, a reason in its details. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ERRORS } from '../../errors/index.ts';

const root = new URL('../../', import.meta.url);
const DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'openapi.json',
  ...readdirSync(new URL('docs', root), { encoding: 'utf8', recursive: true }).flatMap((name) =>
    name.endsWith('.md') ? `docs/${name}` : [],
  ),
];

const WORD = '`[a-z]\\w*`';
const WORDS = `${WORD}(?:(?:,| and| or)\\s+${WORD})*`;
/** The words after "fails its job with", "the code" and the like, or after a status of HTTP. */
const ERROR = new RegExp(
  [
    `\\b(?:fail|end|refuse|reject|stop)(?:s|d|ed|ing)?\\b[^\`.|;:()]{0,40}?\\bwith\\s+(?:the\\s+|an?\\s+)?(?:(?:error|code)s?\\s+)?`,
    `\\b(?:error|code)s?\\s+`,
    `\\b[45]\\d\\d,?\\s+(?:with\\s+)?`,
  ]
    .map((before) => `${before}(${WORDS})`)
    .join('|'),
  'g',
);

function namedAsErrors(text: string): string[] {
  return [...text.matchAll(ERROR)].flatMap((match) =>
    [...(match.slice(1).find(Boolean) ?? '').matchAll(/`(\w+)`/g)].map(([, word = '']) => word),
  );
}

test('what is named as an error is found in a text', () => {
  const text =
    'It fails its job with `one`. Others get 403 `two` or `three`, with code\n`four`; it is refused with 409 ' +
    '`five`, as `no` one, with the `no` member.';
  assert.deepEqual(namedAsErrors(text), ['one', 'two', 'three', 'four', 'five']);
});

for (const document of DOCUMENTS) {
  test(`${document} names errors by their codes`, () => {
    const named = namedAsErrors(readFileSync(new URL(document, root), 'utf8'));
    assert.deepEqual(
      named.filter((code) => !Object.hasOwn(ERRORS, code)),
      [],
    );
  });
}

test('a code that documents give a reason of has that reason in docs/errors.md', () => {
  const errors = readFileSync(new URL('docs/errors.md', root), 'utf8');
  const sections = new Map(errors.split(/^## /m).map((section) => [section.split('\n')[0], section]));
  const unknown = DOCUMENTS.flatMap((document) =>
    [...readFileSync(new URL(document, root), 'utf8').matchAll(/`(\w+)`,? (?:with|for) the reason `(\w+)`/g)].filter(
      ([, code, reason = '']) => !sections.get(code)?.includes(`\`${reason}\``),
    ),
  );
  assert.deepEqual(
    unknown.map(([found]) => found),
    [],
  );
});
