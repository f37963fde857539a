/**
 * Which of the things that are wrong with a candidate decides, and how candidates of one batch decide on each other.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Verdicts } from '../../../../activities/synthesis/checks/verdicts.ts';
import type { Candidate } from '../../../../activities/synthesis/checks/verdicts.ts';
import type { Known } from '../../../../activities/synthesis/checks/closed-book.ts';
import type { Rejected } from '../../../../engines/synthesis/items/item.ts';

const candidate = (ordinal: number, question: string, rejected: Rejected | null = null): Candidate => ({
  item: { ordinal, value: { question, answer: '1783', contexts: [] }, provenance: {} },
  alone: { scores: {}, rejected },
});

/** Accepted places; what is compared repeats the first accepted one whose question has the same last word. */
class LastWords {
  readonly #all: ReadonlyMap<number, string>;
  readonly accepted: number[] = [];

  constructor(candidates: readonly Candidate[]) {
    this.#all = new Map(
      candidates.map(({ item }) => [item.ordinal, String(item.value['question']).split(' ').at(-1) ?? '']),
    );
  }

  readonly compare = async ({ ordinal }: Candidate['item']) => {
    const of = this.accepted.find((place) => this.#all.get(place) === this.#all.get(ordinal)) ?? null;
    return { score: { score: of === null ? 1 : 0, method: 'embedding' }, of };
  };
  readonly readAccepted = async () => this.accept;
  readonly accept = ({ ordinal }: Pick<Candidate['item'], 'ordinal'>): void => void this.accepted.push(ordinal);
}

const verdictsOn = (candidates: readonly Candidate[], contaminated: ReadonlyMap<number, string> = new Map()) =>
  new Verdicts(new LastWords(candidates), contaminated);

const knows = (isKnown: boolean): Known => ({
  score: { score: isKnown ? 0 : 1, method: 'closed_book' },
  rejected: isKnown ? { reason: 'answerable_without_context', about: 'known' } : null,
});

test(
  'what an item says by itself comes before other datasets, these before other items, and these before what a ' +
    'model knows',
  async () => {
    const personal = { reason: 'personal_data', about: 'phone' } as const;
    const all = [
      candidate(0, 'When was it built in Norwich?'),
      candidate(1, 'When was it built in Norwich?', personal),
      candidate(2, 'When was it built in Norwich?'),
      candidate(3, 'When was it built in Norwich?'),
      candidate(4, 'Which year saw it rise near Norwich?'),
      candidate(5, 'When was it built in Hexham?'),
    ];
    const contaminated = new Map([1, 2].map((place) => [place, 'exclude_datasets[0]']));
    const known = new Map([0, 3, 4, 5].map((place) => [place, knows(place > 0)]));
    const checked = await verdictsOn(all, contaminated).decide(all, known);
    assert.deepEqual(
      checked.map(({ rejected }) => rejected && [rejected.reason, rejected.about]),
      [
        null,
        ['personal_data', 'phone'],
        ['contaminated', 'exclude_datasets[0]'],
        ['duplicate', 'item 0'],
        ['duplicate', 'item 0'],
        ['answerable_without_context', 'known'],
      ],
    );
  },
);

test('the verdicts end at the first candidate that a model has to be asked about', async () => {
  const all = [candidate(0, 'When in Norwich?'), candidate(1, 'Who in Hexham?'), candidate(2, 'What in Ripon?')];
  const known = new Map([0, 2].map((place) => [place, knows(false)]));
  const places = (await verdictsOn(all).decide(all, known)).map(({ ordinal }) => ordinal);
  assert.deepEqual(places, [0]);
  assert.equal((await verdictsOn(all).decide(all, null)).length, 3);
});

test('a model is asked about candidates that repeat each other, and about none that repeats an accepted one', async () => {
  const all = [
    candidate(0, 'When in Norwich?'),
    candidate(1, 'Who in Norwich?'),
    candidate(2, 'What in Ripon?'),
    candidate(3, 'Which in Ripon?'),
  ];
  const verdicts = verdictsOn(all);
  await verdicts.decide(all.slice(0, 1), null);
  const passing = (await verdicts.passing(all.slice(1))).map(({ ordinal }) => ordinal);
  assert.deepEqual(passing, [2, 3]);
});

test('items that earlier steps have accepted are repeated, too', async () => {
  const [first, second] = [
    candidate(0, 'When was it built in Norwich?'),
    candidate(7, 'when was it built in  NORWICH?'),
  ];
  const verdicts = verdictsOn([second]);
  async function* accepted() {
    yield first.item;
  }
  await verdicts.addAccepted(accepted());
  assert.ok(!verdicts.passesByWords(second));
});
