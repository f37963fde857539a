import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_OF_PART, MOST_PARTS, divideAmong, spread } from '../../../../engines/knowledge/communities/parts.ts';
import { hitOf } from '../../../../engines/knowledge/retrieval/hits.ts';
import type { Hit } from '../../../../engines/knowledge/retrieval/hits.ts';

const scored = (chunk: number, score: number): Hit => hitOf(String(chunk), { similarity: score });

/** Chunks with their scores and communities. */
function divided(...rows: readonly (readonly [chunk: number, score: number, community: string | null])[]) {
  const holders = new Map(
    rows.flatMap(([chunk, , community]) => (community === null ? [] : [[String(chunk), community]])),
  );
  return divideAmong(
    rows.map(([chunk, score]) => scored(chunk, score)),
    holders,
  );
}

const outline = (parts: ReturnType<typeof divided>): string[] =>
  parts.map(({ community, passages }) => `${community ?? 'none'}: ${passages.map(({ chunk }) => chunk).join(' ')}`);

test('passages are with their community, the best first, and those of none are a part of their own', () => {
  const parts = divided([1, 0.2, 'a'], [2, 0.7, null], [3, 0.9, 'b'], [4, 0.8, 'a'], [5, 0.1, null]);
  assert.deepEqual(outline(parts), ['b: 3', 'a: 4 1', 'none: 2 5']);
});

test('communities for which there is no room share the part of those in none', () => {
  const full = Array.from({ length: MOST_PARTS }, (_, at) => [at, 1 - at / 100, `c${at}`] as const);
  assert.equal(divided(...full).length, MOST_PARTS);
  assert.ok(divided(...full).every(({ community }) => community !== null));
  const more = divided(...full, [50, 0.99, null]);
  const others = more.find(({ community }) => community === null);
  assert.equal(more.length, MOST_PARTS);
  assert.deepEqual(
    others?.passages.map(({ chunk }) => chunk),
    ['50', String(MOST_PARTS - 1)],
  );
});

test('a part has its best passages, up to a limit', () => {
  const [part] = divided(...Array.from({ length: MOST_OF_PART + 5 }, (_, at) => [at, at, 'a'] as const));
  assert.equal(part?.passages.length, MOST_OF_PART);
  assert.equal(part.passages[0].chunk, String(MOST_OF_PART + 4));
});

test('each community has its turn before the others of the best one; passages of none stand for themselves', () => {
  const parts = divided([1, 0.9, 'a'], [2, 0.88, 'a'], [3, 0.86, 'a'], [4, 0.5, 'b'], [5, 0.6, null], [6, 0.55, null]);
  const hits = spread(parts);
  assert.deepEqual(
    hits.map(({ chunk }) => chunk),
    ['1', '5', '6', '4', '2', '3'],
  );
  for (const { score, base, parts: shares } of hits) {
    const sum = Object.values(shares).reduce((total, share) => total + share, 0);
    assert.ok(Math.abs(sum - score) < 1e-9 && base >= score);
  }
});
