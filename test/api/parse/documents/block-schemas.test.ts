import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { DocumentBlocks } from '../../../../api/parse/documents/block-schemas.ts';
import type { DocumentBlock } from '../../../../engines/parse/formats/model.ts';

type Writable<T> = T extends readonly (infer Item)[]
  ? Writable<Item>[]
  : T extends object
    ? { -readonly [Name in keyof T]: Writable<T[Name]> }
    : T;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? (keyof A extends keyof B ? true : false) : false) : false;
type Described = Static<typeof DocumentBlocks>['blocks'][number];

test('blocks are described as they are made', () => {
  // The compiler says it: a difference in a member or its type makes this `false`.
  const isSame: Same<Described, Writable<DocumentBlock>> = true;
  assert.ok(isSame);
});
