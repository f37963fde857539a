import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groundRules } from '../../../../engines/knowledge/rules/ground.ts';
import type { RulesAnswer } from '../../../../engines/knowledge/rules/prompt.ts';

const TEXT = '- Never log   secrets.\n- Prefer *const* over let.\n\nThe parser is fast.';

function grounded(...rules: RulesAnswer['rules']): unknown {
  const { rules: found, dropped } = groundRules(TEXT, { rules });
  return [found.map(({ kind, start, end }) => [kind, TEXT.slice(start, end)]), dropped];
}

test('a quote is found although its white space, case or emphasis differs', () => {
  assert.deepEqual(
    grounded({ kind: 'prefer', quote: 'prefer const over let.' }, { kind: 'avoid', quote: '“Never log secrets.”' }),
    [
      [
        ['avoid', 'Never log   secrets'],
        ['prefer', 'Prefer *const* over let'],
      ],
      0,
    ],
  );
});

test('what the text does not state is dropped, and what is given twice is one rule', () => {
  assert.deepEqual(
    grounded(
      { kind: 'do', quote: 'Write a test for each bug.' },
      { kind: 'do', quote: '' },
      { kind: 'avoid', quote: 'Never log secrets' },
      { kind: 'avoid', quote: 'never log secrets.' },
      { kind: 'do', quote: 'log secrets' },
    ),
    [[['avoid', 'Never log   secrets']], 2],
  );
});

test('no more than 100 rules are read, and none longer than a sentence', () => {
  const many = Array.from({ length: 150 }, () => ({ kind: 'avoid' as const, quote: 'Never log secrets' }));
  assert.deepEqual(grounded(...many), [[['avoid', 'Never log   secrets']], 50]);
  const long = 'a'.repeat(401);
  assert.deepEqual(groundRules(long, { rules: [{ kind: 'do', quote: long }] }), { rules: [], dropped: 1 });
});
