import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lexemes } from '../../../../engines/knowledge/retrieval/lexemes.ts';
import { rankFirstHop } from '../../../../engines/knowledge/retrieval/first-hop.ts';
import type { Measures } from '../../../../engines/knowledge/retrieval/first-hop.ts';
import { hitOf } from '../../../../engines/knowledge/retrieval/hits.ts';
import type { Candidate } from '../../../../engines/knowledge/retrieval/hits.ts';
import { makeProbes, rankSecondHop } from '../../../../engines/knowledge/retrieval/second-hop.ts';
import { readQuestion, subjects } from '../../../../engines/knowledge/retrieval/question.ts';
import { CALIBRATION_PAIRS, calibrate, similarity } from '../../../../engines/text/similarity.ts';
import type { Entity } from '../../../../engines/knowledge/retrieval/question.ts';
import type { Probe, ProbedCandidate, SeedEntity } from '../../../../engines/knowledge/retrieval/second-hop.ts';
import { runs } from '../../../support/depth.ts';

const SCALE = { unrelated: 0.7, related: 0.9 };
const measures = (frequencies: Record<string, number> = {}): Measures => ({
  scale: SCALE,
  lexical: { texts: 100, averageLength: 10, frequencies: new Map(Object.entries(frequencies)) },
});
const entity = (name: string, more: Partial<SeedEntity> = {}): SeedEntity => ({
  id: name,
  name,
  label: name,
  chunks: 1,
  titles: 0,
  role: 0,
  ...more,
});
const candidate = (chunk: string, cosine: number, text = ''): Candidate => {
  const { positions, length } = lexemes(text, 'en');
  return {
    chunk,
    cosine,
    length,
    counts: new Map(Array.from(positions, ([lexeme, { length: count }]) => [lexeme, count])),
  };
};
const order = (hits: readonly { readonly chunk: string }[]): string => hits.map(({ chunk }) => chunk).join('');

test('cosines of a model are scaled between those of unrelated and related texts', () => {
  const [questions, passages] = [
    [Float32Array.of(1, 0), Float32Array.of(0, 1)],
    [Float32Array.of(0.8, 0.6), Float32Array.of(0.6, 0.8)],
  ];
  const scale = calibrate(questions, passages);
  assert.ok(Math.abs(scale.unrelated - 0.6) < 1e-6 && Math.abs(scale.related - 0.8) < 1e-6);
  assert.ok(Math.abs(similarity(0.7, scale) - 0.5) < 1e-6);
  assert.deepEqual(calibrate(questions, []), {
    unrelated: 0,
    related: 1,
  });
  assert.equal(new Set(CALIBRATION_PAIRS.flat()).size, 2 * CALIBRATION_PAIRS.length);
});

test('a question has lexemes in the languages of the texts, and names to look up', () => {
  const question = readQuestion('Who is the mother of Ada Lovelace?', ['de', 'en']);
  assert.equal(question.language, 'en');
  assert.deepEqual([...question.asked.own], ['mother', 'ada', 'lovelac']);
  assert.ok(question.asked.all.has('moth') && question.asked.all.has('mother'));
  assert.deepEqual([...question.written], ['ada lovelace']);
  assert.ok(question.names.includes('mother of ada lovelace') && question.names.includes('lovelace'));
  assert.ok(!question.names.includes('the mother'));
});

test('a question is about the longest titles that it mentions, if few chunks have them', () => {
  const found = subjects([
    entity('ada lovelace', { titles: 2 }),
    entity('ada', { titles: 1 }),
    entity('introduction', { titles: 4 }),
    entity('leeds'),
  ]);
  assert.deepEqual(
    found.map(({ name }) => name),
    ['ada lovelace'],
  );
});

test('the first hop adds words and mentioned titles to similarity; equal scores are ordered by chunk', () => {
  const { asked } = readQuestion('rare words', ['en']);
  const rank = (named: Record<string, number>, ...candidates: Candidate[]) =>
    order(rankFirstHop(asked, candidates, new Map(Object.entries(named)), measures({ rare: 1, word: 50 })));
  assert.equal(rank({}, candidate('a', 0.8), candidate('b', 0.85)), 'ba');
  assert.equal(rank({}, candidate('b', 0.8), candidate('a', 0.8)), 'ab');
  assert.equal(rank({}, candidate('a', 0.82), candidate('b', 0.8, 'A rare word')), 'ba');
  assert.equal(rank({ b: 1 }, candidate('a', 0.82), candidate('b', 0.8)), 'ba');
  assert.equal(rank({ b: 3 }, candidate('a', 0.88), candidate('b', 0.8)), 'ab');
});

test('words in a language other than that of the texts count for little', () => {
  const { asked } = readQuestion('Who founded the Leipzig orchestra?', ['de']);
  const statistics = measures({ leipzig: 60 });
  const ranked = rankFirstHop(asked, [candidate('a', 0.83), candidate('b', 0.8, 'Leipzig')], new Map(), statistics);
  assert.equal(order(ranked), 'ab');
});

const MOTHER = readQuestion('Who is the mother of the actress who played Susan Walker?', ['en']);
const seed = (entities: readonly SeedEntity[], text = 'Susan Walker is played by Natalie Wood.') => ({
  chunk: 's',
  score: 1,
  text,
  entities,
});

test('a probe asks what its seed does not answer, through one of its entities as written', () => {
  const wood = entity('natalie wood', { label: 'Natalie Wood' });
  const [probe, ...others] = makeProbes(
    MOTHER,
    [],
    [seed([wood, entity('susan walker'), entity('film', { role: 2 }), entity('1947')])],
  );
  assert.equal(others.length, 0);
  assert.equal(probe?.text, 'Who is the mother of the actress who Natalie Wood');
  assert.ok(probe.asked.own.has('natali') && !probe.asked.own.has('susan'));
});

test('a seed without new names asks only for the rest', () => {
  assert.deepEqual(
    makeProbes(MOTHER, [entity('x')], [seed([entity('x')])]).map(({ text, entity: through }) => [text, through]),
    [['Who is the mother of the actress who', null]],
  );
});

test('three seeds have six probes each: titles first, then shared names, then rare ones', () => {
  const many = Array.from({ length: 9 }, (_, index) =>
    entity(`e${index}`, { chunks: 1 + (index % 3), titles: index === 8 ? 1 : 0 }),
  );
  const probes = makeProbes(
    MOTHER,
    [],
    Array.from({ length: 5 }, () => seed(many)),
  );
  assert.equal(probes.length, 18);
  assert.deepEqual(
    probes.slice(0, 6).map((probe) => probe.entity?.name),
    ['e8', 'e1', 'e4', 'e7', 'e2', 'e5'],
  );
});

test('a seed far below the best one starts nothing', () => {
  const wood = entity('wood');
  const probes = makeProbes(
    MOTHER,
    [],
    [2, 1.3, 1].map((score) => ({ ...seed([wood]), chunk: String(score), score })),
  );
  assert.deepEqual(
    probes.map((probe) => probe.seed.chunk),
    ['2', '1.3'],
  );
});

const probe = (through: Entity | null): Probe => ({
  seed: { chunk: 'a', score: 1 },
  entity: through,
  text: 'mother Natalie Wood',
  asked: readQuestion('mother Natalie Wood', ['en']).asked,
});
const reached = (
  chunk: string,
  cosine: number,
  probed: number,
  roles: Record<string, 0 | 1 | 2> = {},
): ProbedCandidate => ({
  ...candidate(chunk, cosine),
  cosines: [probed],
  roles: new Map(Object.entries(roles)),
});
const ranking = (...chunks: string[]) => chunks.map((chunk, index) => hitOf(chunk, { similarity: 1 - index / 10 }));

test('the second hop raises what a probe finds, more if it has the entity, and reports the path', () => {
  const wood = entity('wood');
  const pool = [
    reached('a', 0.9, 0.9),
    reached('b', 0.88, 0.7),
    reached('c', 0.86, 0.8),
    reached('d', 0.7, 0.8, { wood: 2 }),
    reached('e', 0.7, 0.8, { wood: 0 }),
  ];
  const hits = rankSecondHop(MOTHER.asked, ranking('a', 'b', 'c'), [probe(wood)], pool, measures());
  assert.equal(order(hits), 'acdbe');
  assert.deepEqual(hits[2]?.path, { from: 'a', entity: wood, probe: 'mother Natalie Wood' });
  assert.equal(hits[0]?.path, null);
  assert.equal(hits[2]?.base, 0);
});

test('the parts of a score come to the score', () => {
  const { asked } = readQuestion('Who founded the Leipzig orchestra?', ['en']);
  const statistics = measures({ leipzig: 2 });
  const ranked = rankFirstHop(
    asked,
    [candidate('a', 0.83), candidate('b', 0.8, 'Leipzig')],
    new Map([['a', 1]]),
    statistics,
  );
  const pool = [reached('a', 0.83, 0.8), reached('c', 0.86, 0.95)];
  const hits = rankSecondHop(asked, ranked, [probe(null)], pool, statistics);
  assert.equal(hits.length, 3);
  for (const { score, parts } of hits) {
    const { similarity, words, title, secondHop } = parts;
    assert.ok(Math.abs(similarity + words + title + secondHop - score) < 1e-9);
  }
  const partsOf = (chunk: string) => hits.find((hit) => hit.chunk === chunk)?.parts;
  assert.ok(partsOf('a')?.title === 0.3 && partsOf('b')?.words !== 0 && partsOf('c')?.secondHop !== 0);
});

test('a probe leads from a seed to a worse one, but not back', () => {
  const seeds = ranking('a', 'b');
  const probes = seeds.map((from) => ({ ...probe(null), seed: from }));
  const pool = ['a', 'b'].map((chunk) => ({ ...reached(chunk, 0.8, 0), cosines: [0.9, 0.95] }));
  const hits = rankSecondHop(MOTHER.asked, seeds, probes, pool, measures());
  assert.deepEqual(
    hits.map(({ chunk, path }) => [chunk, path?.from]),
    [
      ['a', undefined],
      ['b', 'a'],
    ],
  );
  assert.equal(hits[0]?.score, 1);
});

test('of two probes that find a chunk alike, the one through the rarer name leads there', () => {
  const [common, rare] = [entity('england', { chunks: 60 }), entity('wood', { chunks: 2 })];
  const pool = [{ ...reached('b', 0.7, 0), cosines: [0.81, 0.8] }];
  const hits = rankSecondHop(MOTHER.asked, ranking('a'), [probe(common), probe(rare)], pool, measures());
  assert.equal(hits.find(({ chunk }) => chunk === 'b')?.path?.entity?.name, 'wood');
});

test('the best hit of the first hop stays first, and its second among the first five', () => {
  const found = ['c', 'd', 'e', 'f', 'g'];
  const pool = [reached('a', 0.9, 0.7), reached('b', 0.9, 0.7), ...found.map((chunk) => reached(chunk, 0.7, 0.99))];
  const hits = rankSecondHop(MOTHER.asked, ranking('a', 'b'), [probe(null)], pool, measures());
  assert.equal(order(hits), 'acdebfg');
});

test('without candidates nothing is found; without probes the first hop is the result', () => {
  assert.deepEqual(rankFirstHop(MOTHER.asked, [], new Map(), measures()), []);
  assert.deepEqual(rankSecondHop(MOTHER.asked, [], [], [], measures()), []);
  assert.equal(order(rankSecondHop(MOTHER.asked, ranking('b', 'a'), [], [], measures())), 'ba');
});

test('any question causes bounded work and has a deterministic order', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 1500 }),
      fc.string({ unit: 'binary', maxLength: 200 }),
      (text, other) => {
        const question = readQuestion(text, ['en', 'de', 'fr']);
        assert.ok(question.names.length <= 400);
        const entities = Array.from({ length: 20 }, (_, index) => entity(`${other}${index}`));
        const probes = makeProbes(
          question,
          [],
          Array.from({ length: 4 }, () => seed(entities, other)),
        );
        assert.ok(probes.length >= 3 && probes.length <= 18);
        assert.deepEqual(
          makeProbes(
            question,
            [],
            Array.from({ length: 4 }, () => seed(entities.toReversed(), other)),
          ),
          probes,
        );
        const pool = entities.map(({ name }, index) => ({
          ...candidate(name, 0.8, other),
          cosines: probes.map(() => 0.8 + index / 100),
          roles: new Map(),
        }));
        const ranked = rankFirstHop(question.asked, pool, new Map(), measures());
        const hits = rankSecondHop(question.asked, ranked, probes, pool, measures());
        assert.equal(new Set(hits.map(({ chunk }) => chunk)).size, pool.length);
        assert.equal(hits[0]?.chunk, ranked[0]?.chunk);
        assert.deepEqual(rankSecondHop(question.asked, ranked, probes, pool.toReversed(), measures()), hits);
        for (const { score } of hits) assert.ok(Number.isFinite(score));
      },
    ),
    runs(100),
  );
});
