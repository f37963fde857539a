/** Makes the items of an order without a model, one after the other, until no more can be made. */
import { Duplicates } from './checks/duplicates.ts';
import { countFacts, factsOf } from './grounded/facts.ts';
import type { FoundFacts } from './grounded/facts.ts';
import type { GroundedFact } from './grounded/reading/fact.ts';
import { withTitle } from './generation/passages.ts';
import { makeQuestions } from './grounded/questions/index.ts';
import type { Item } from './items/item.ts';
import type { Order, PerturbOrder, QuestionsOrder, RowsOrder } from './orders/order.ts';
import { MOST_ROUNDS, perturb } from './perturb/index.ts';
import { originsOf, withOrigins } from './items/provenance.ts';
import { makeRows } from './rows/rows.ts';
import type { Source } from './items/source.ts';

/**
 * Rows are complete; all other items are candidates, which have to be checked. Returns what questions were made from,
 * `null` for other items.
 */
export function* makeItems(order: Order, sources: readonly Source[]): Generator<Item, FoundFacts | null> {
  const origins = originsOf(sources);
  const facts = order.engine_id === 'grounded_qa' ? sources.flatMap(factsOf) : null;
  for (const item of candidates(order, sources, facts ?? [])) yield withOrigins(item, origins);
  return facts && countFacts(sources, facts);
}

function candidates(order: Order, sources: readonly Source[], facts: readonly GroundedFact[]): Iterable<Item> {
  switch (order.engine_id) {
    case 'schema_rows':
      return rows(order, order.seed);
    case 'grounded_qa':
      return questions(order, sources, facts, order.seed);
    case 'perturb':
      return withoutRepeats(perturbed(order, sources, order.seed));
  }
}

function* rows({ tables }: RowsOrder, seed: number): Generator<Item> {
  for (const made of makeRows(tables, seed)) {
    const provenance = { made_by: 'schema_rows', table: made.table };
    if ('row' in made) yield { value: { table: made.table, row: made.row }, provenance, rejected: null };
    else yield { value: {}, provenance, rejected: { reason: made.reason, about: made.about } };
  }
}

function* questions(
  { mix }: QuestionsOrder,
  sources: readonly Source[],
  known: readonly GroundedFact[],
  seed: number,
): Generator<Item> {
  const texts = new Map(sources.map(({ id, text }) => [id, text]));
  const titled = new Map(sources.map(({ id, title, text }) => [id, withTitle(title, text)]));
  for (const { kind, form, question, answer, facts, names } of makeQuestions(known, texts, mix, seed)) {
    const evidence = facts.map(({ subject, predicate, object, evidence: { passage, start, end, sentence } }) => ({
      fact: { subject: subject.label, predicate, object: object.label },
      source: passage,
      start,
      end,
      quote: sentence,
    }));
    const contexts = [...new Set(facts.map((fact) => fact.evidence.passage))].map((id) => titled.get(id) ?? '');
    yield {
      value: { kind, question, answer, contexts },
      provenance: { made_by: 'rules', form, evidence, ...(names && { sources: names }) },
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

/** Repeats one after the other, after which no more are tried. */
const MOST_REPEATS = 1000;

/** Rejects equal items, and ends after many of them: texts can be altered without end. */
function* withoutRepeats(items: Iterable<Item>): Generator<Item> {
  const seen = new Duplicates();
  let repeats = 0;
  let place = 0;
  for (const item of items) {
    const repeated = seen.add(place++, item.value);
    repeats = repeated === null ? 0 : repeats + 1;
    yield repeated === null ? item : { ...item, rejected: { reason: 'duplicate', about: `item ${repeated.of}` } };
    if (repeats === MOST_REPEATS) return;
  }
}
