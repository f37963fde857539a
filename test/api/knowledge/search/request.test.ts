/** Which types of search take which members: what the contract says is what is refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onlyTaking } from '../../../../api/knowledge/search/type-notes.ts';
import { refuseUseless } from '../../../../api/knowledge/search/request.ts';
import { ValidationError } from '../../../../api/contract/validation.ts';
import { SEARCH_TYPES } from '../../../../domain/knowledge/search/query.ts';
import type { SearchType } from '../../../../domain/knowledge/search/query.ts';
import { SEARCH_MEMBERS } from '../../../../domain/knowledge/search/search-types.ts';

/** Members that are refused of a request that has all. */
function refusedBy(type: SearchType): string[] {
  try {
    refuseUseless(Object.fromEntries(SEARCH_MEMBERS.map((member) => [member, false])), type);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.issues.map(({ loc }) => String(loc.at(-1)));
  }
  return [];
}

test('a member is refused by the types of search that do not do what it asks for', () => {
  assert.deepEqual(refusedBy('TEMPORAL'), ['dry_run', 'max_cost_usd']);
  assert.deepEqual(refusedBy('GLOBAL'), ['hops', 'time']);
  assert.deepEqual(refusedBy('HYBRID'), ['hops', 'time', 'dry_run', 'max_cost_usd']);
  assert.deepEqual(refusedBy('TRIPLETS'), [...SEARCH_MEMBERS]);
  assert.doesNotThrow(() => refuseUseless({ hops: undefined }, 'CHUNKS'));
});

test('the contract says of each member which types take it', () => {
  for (const member of SEARCH_MEMBERS) {
    const [said] = onlyTaking(member).split(' with ');
    for (const type of SEARCH_TYPES) {
      const isNamed = onlyTaking(member).includes(`\`${type}\``);
      assert.equal(refusedBy(type).includes(member), said === 'Not' ? isNamed : !isNamed, `${type} ${member}`);
    }
  }
});
