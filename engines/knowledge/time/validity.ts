/** When a fact held, by the dates of the sentence that states it. */
import { statementsOf } from '../../text/statements.ts';
import type { Span } from '../../text/span.ts';
import { meant } from './dates-in.ts';
import type { TextDate } from './dates-in.ts';
import type { Period } from './period.ts';

/** A period, and the place of the date that says so. */
export interface Validity extends Period, Span {}

/** What begins with an event, and goes on: "became mayor in 2010". */
const BEGINS =
  /(?:^| )(?:became|becomes|appointed|named|elected|succeeded|joined|took over|moved|wurde|übernahm)(?: |$)/i;

/**
 * For each of the facts, which are spans of the text and in order, when its sentence says that it held; `null`: it says
 * nothing.
 */
export function validities(
  text: string,
  facts: readonly (Span & { readonly predicate: string })[],
  dates: readonly TextDate[],
): (Validity | null)[] {
  if (dates.length === 0) return facts.map(() => null);
  const sentences = statementsOf(text);
  let sentence = 0;
  return facts.map((fact, index) => {
    while (sentence < sentences.length && (sentences[sentence]?.end ?? 0) <= fact.start) sentence++;
    const own = sentences[sentence];
    if (own === undefined || own.start > fact.start) return null;
    const next = facts.slice(index + 1).find(({ start }) => start > fact.end)?.start ?? Infinity;
    const inside = dates.filter(({ start, end }) => start >= own.start && end <= own.end);
    const behind = inside.find(({ start }) => start >= fact.end && start < next);
    const date = behind ?? inside.find(({ start }) => start >= fact.start && start < fact.end) ?? inside[0];
    if (date === undefined || (date !== behind && date.start > next)) return null;
    const goesOn = date.relation === 'from' || (date.relation === 'at' && BEGINS.test(fact.predicate));
    const isRange = date.period.to - date.period.from > 366;
    const period = meant(goesOn && !isRange ? { ...date, relation: 'since' } : date);
    return { ...period, start: date.start, end: date.end };
  });
}
