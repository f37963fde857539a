import assert from 'node:assert/strict';
import { test } from 'node:test';
import { danglingReference } from '../../../../engines/synthesis/checks/self-contained.ts';

for (const [question, found] of [
  ['When was Carrow Mill built?', null],
  ['Which country was the author of Dead Ernest a citizen of?', null],
  ['What did Ada Lovelace write before she died?', null],
  ['Which mill lost its wheel in a flood?', null],
  ['What is it called when a river leaves its bed?', null],
  ['Who founded the section of the party in Leeds?', null],
  ['What does the passage say of mills?', 'the passage'],
  ['What is the main topic of this document?', 'this document'],
  ['Which mills are mentioned above?', 'mentioned above'],
  ['What does the author think of mills?', 'the author'],
  ['Where did he die?', 'he'],
  ['Which prize did they win in 1998?', 'they'],
  ['When was this company founded?', 'this'],
] as const) {
  test(`"${question}" ${found === null ? 'stands alone' : 'refers to something else'}`, () => {
    const dangling = danglingReference(question);
    if (found === null) assert.equal(dangling, null);
    else assert.ok(dangling?.includes(found), `${dangling}`);
  });
}
