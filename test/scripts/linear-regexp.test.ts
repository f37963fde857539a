import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusedLines } from '../support/lint.ts';

const LINEAR = [
  'export const a = /^a+b/;',
  'export const b = new RegExp(a);',
  `export const c = { pattern: '^[a-z]{1,9}$' };`,
];
const REFUSED = [
  String.raw`export const d = /\s*\n\s*/g;`,
  String.raw`export const e = /\s+$/;`,
  'export const f = /<[^>]*>/;',
  `export const g = { pattern: '^(a+)+$' };`,
  `export const NAME_PATTERN = '^([a-z]+-?)*$';`,
  'export const h = (name: string) => new RegExp(`</${name}`);',
  `export const i = new RegExp('^x$');`,
];

test('a pattern that takes more than linear time is refused, wherever it is written', () => {
  assert.deepEqual(refusedLines('engines', [...LINEAR, ...REFUSED], ['linear-regexp']), REFUSED);
});
