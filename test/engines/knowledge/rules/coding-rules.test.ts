import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codingRules } from '../../../../engines/knowledge/rules/coding-rules.ts';
import { assertLinearInText } from '../../../support/linear.ts';

const RULES = {
  do: [
    'Always validate input at the boundary of the API.',
    'Use `const` for variables that are not assigned again.',
    'Public functions must have a docstring.',
    'Every migration has to be reversible in the database.',
    'Please write a test for each bug.',
  ],
  avoid: [
    'Never log secrets in the code.',
    'Avoid mutable module state.',
    'Do not catch exceptions that you cannot handle.',
    'Don’t use `any`.',
    'Functions should not have more than four parameters.',
    'Direct calls of fetch() are not allowed.',
  ],
  prefer: [
    'Use composition instead of inheritance in classes.',
    'Prefer named exports over default exports in modules.',
    'Tests should use real servers rather than mocks.',
  ],
};

const NO_RULES = [
  'The parser reads a string and returns a tree.',
  'Expenses must be approved by the finance board.',
  'Use of the API is free.',
  'Should functions be short?',
  'The test failed because the function returned null.',
  'Always bring an umbrella.',
];

for (const [kind, sentences] of Object.entries(RULES)) {
  for (const sentence of sentences) {
    test(`${kind}: ${sentence}`, () => {
      const text = `# Style\n\nSome words before. ${sentence} And some behind.`;
      const [rule, ...others] = codingRules(text, 'en');
      assert.deepEqual([rule?.kind, text.slice(rule?.start, rule?.end), others], [kind, sentence, []]);
    });
  }
}

for (const sentence of NO_RULES) {
  test(`no rule: ${sentence}`, () => {
    assert.deepEqual(codingRules(sentence, 'en'), []);
  });
}

test('items of lists are rules of their own, code and headings are none', () => {
  const text =
    '## Never use eval\n\n- Use `let` sparingly.\n- Never use `var`.\n\n```js\n// Always close files.\n```\n';
  const found = codingRules(text, 'en').map(({ start, end }) => text.slice(start, end));
  assert.deepEqual(found, ['Use `let` sparingly.', 'Never use `var`.']);
});

test('hostile text is read in linear time', async () => {
  await assertLinearInText('rules', (text) => codingRules(text, 'en'));
});

test('a text has 100 rules at most', () => {
  assert.equal(codingRules('Never use `var`. '.repeat(150), 'en').length, 100);
});
