/** Makes the items of an order, one after the other, until as many are accepted as were asked for, or no more can be made. */
import { NearDuplicates } from './duplicates/near-duplicates.ts';
import { factsOf } from './grounded/facts.ts';
import { makeQuestions } from './grounded/questions/index.ts';
import type { Item } from './item.ts';
import type { Order, PerturbOrder, QuestionsOrder, RowsOrder, Source } from './order.ts';
import { perturb } from './perturb/index.ts';
import { makeRows } from './rows/rows.ts';

/** From this Jaccard similarity of three-word shingles on, a text is a near-duplicate. */
const NEAR = 0.8;

export function* makeItems(order: Order, sources: readonly Source[]): Generator<Item> {
  let accepted = 0;
  for (const item of candidates(order, sources)) {
    yield item;
    if (item.rejected === null && ++accepted === order.count) return;
  }
}

function candidates(order: Order, sources: readonly Source[]): Iterable<Item> {
  switch (order.engine_id) {
    case 'schema_rows':
      return rows(order, order.seed);
    case 'grounded_qa':
      return distinct(questions(order, sources, order.seed), ({ value }) => String(value['question']));
    case 'perturb':
      return distinct(perturbed(order, sources, order.seed), null);
  }
}

function* rows({ tables }: RowsOrder, seed: number): Generator<Item> {
  for (const made of makeRows(tables, seed)) {
    const provenance = { made_by: 'schema_rows', table: made.table };
    if ('row' in made) yield { value: { table: made.table, row: made.row }, provenance, rejected: null };
    else yield { value: {}, provenance, rejected: { reason: made.reason, about: made.about } };
  }
}

function* questions({ mix }: QuestionsOrder, sources: readonly Source[], seed: number): Generator<Item> {
  const texts = new Map(sources.map(({ id, text }) => [id, text]));
  for (const { kind, form, question, answer, facts } of makeQuestions(sources.flatMap(factsOf), mix, seed)) {
    const evidence = facts.map(({ subject, predicate, object, evidence: { passage, start, end, sentence } }) => ({
      fact: { subject: subject.label, predicate, object: object.label },
      ...{ source: passage, start, end, quote: sentence },
    }));
    const contexts = [...new Set(facts.map((fact) => fact.evidence.passage))].map((id) => texts.get(id) ?? '');
    yield {
      value: { kind, question, answer, contexts },
      provenance: { made_by: 'rules', form, evidence },
      rejected: null,
    };
  }
}

/** One item for each text and perturbation in turn; then again, by other random numbers. */
function* perturbed(
  { perturbations, strength }: PerturbOrder,
  sources: readonly Source[],
  seed: number,
): Generator<Item> {
  for (let round = 0; ; round++) {
    let made = 0;
    for (const { id, text } of sources) {
      for (const name of perturbations) {
        const result = perturb(name, text, strength, seed, [id, round]);
        if (result === null) continue;
        made++;
        yield {
          value: { text: result.text, original: text, perturbation: name, meaning: result.meaning },
          provenance: { made_by: 'rules', source: id, edits: result.edits },
          rejected: null,
        };
      }
    }
    if (made === 0 || round === MOST_ROUNDS) return;
  }
}

/** A text gives each perturbation that often; most of what comes later are repeats. */
const MOST_ROUNDS = 100;
/** Repeats one after the other, after which no more are tried. */
const MOST_REPEATS = 1000;

/** Rejects equal items; with `textOf`, also those whose text is nearly that of an earlier one. */
function* distinct(items: Iterable<Item>, textOf: ((item: Item) => string) | null): Generator<Item> {
  const seen = new Set<string>();
  const near = new NearDuplicates(NEAR);
  let repeats = 0;
  let place = 0;
  for (const item of items) {
    const key = JSON.stringify(item.value);
    const found = seen.has(key) || (textOf !== null && near.add(String(place++), textOf(item)) !== null);
    seen.add(key);
    repeats = found ? repeats + 1 : 0;
    yield found ? { ...item, rejected: { reason: 'duplicate', about: '' } } : item;
    if (repeats === MOST_REPEATS) return;
  }
}
