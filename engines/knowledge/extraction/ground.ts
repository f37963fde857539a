/**
 * What of an extracted graph the passage supports: every name and every fact has its place in the text, or it is
 * dropped.
 */
import { STOP_WORDS, type Language } from '../../text/stop-words.ts';
import type { Span } from '../../text/span.ts';
import { isDate } from '../names/dates.ts';
import { LONGEST_NAME, normalName } from '../names/normal.ts';
import { fold, foldedQuote, placesIn, sourceSpan } from '../../text/folded.ts';
import type { FoldedText } from '../../text/folded.ts';
import type { ExtractedGraph } from './prompt.ts';

export interface GroundedName {
  /** Normal form. */
  readonly name: string;
  /** As first written in the text. */
  readonly label: string;
  readonly type: string | null;
  /** Places in the text, at most 32, in order. */
  readonly spans: readonly Span[];
}

export interface GroundedFact {
  /** Normal forms of names of the graph. */
  readonly subject: string;
  readonly object: string;
  readonly predicate: string;
  /** The evidence, which has both names. */
  readonly start: number;
  readonly end: number;
}

export interface GroundedGraph {
  readonly names: readonly GroundedName[];
  readonly facts: readonly GroundedFact[];
  /** How many the text does not support, or are beyond the limits. */
  readonly namesDropped: number;
  readonly factsDropped: number;
}

const MOST_NAMES = 200;
const MOST_FACTS = 100;
const MOST_SPANS = 32;
/** Code units. */
const LONGEST_PREDICATE = 80;
const LONGEST_EVIDENCE = 1000;

/** Checks a model's answer against the text that it was made from. Takes time linear in the text. */
export function groundGraph(text: string, language: Language, { entities, relations }: ExtractedGraph): GroundedGraph {
  const folded = fold(text);
  const names = new Map<string, GroundedName>();
  const nameOf = (written: string, type: string | null): string | null => {
    const found = locate(text, folded, language, written);
    if (found === null) return null;
    const known = names.get(found.name);
    if (known === undefined && names.size >= MOST_NAMES) return null;
    names.set(found.name, { ...(known ?? found), type: known?.type ?? type });
    return found.name;
  };
  const named = entities.filter(({ name, type }) => nameOf(name, type) !== null).length;
  const facts = new Map<string, GroundedFact>();
  let kept = 0;
  for (const relation of relations) {
    if (facts.size >= MOST_FACTS) break;
    const fact = factIn(folded, relation, (name) => nameOf(name, null));
    if (fact === null) continue;
    kept++;
    facts.set(JSON.stringify(fact), fact);
  }
  return {
    names: [...names.values()],
    facts: [...facts.values()],
    namesDropped: entities.length - named,
    factsDropped: relations.length - kept,
  };
}

function locate(text: string, folded: FoldedText, language: Language, written: string): GroundedName | null {
  if (written.length > LONGEST_NAME) return null;
  const name = normalName(written);
  if (name.length < 2 || STOP_WORDS[language].has(name) || isDate(name)) return null;
  const spans = placesIn(folded, foldedQuote(written), MOST_SPANS).map((place) => sourceSpan(folded, place));
  const [first] = spans;
  return first === undefined ? null : { name, label: text.slice(first.start, first.end), type: null, spans };
}

function factIn(
  folded: FoldedText,
  { subject, predicate, object, evidence }: ExtractedGraph['relations'][number],
  nameOf: (written: string) => string | null,
): GroundedFact | null {
  const said = predicate.trim().replace(/\s+/g, ' ').toLowerCase();
  if (said === '' || said.length > LONGEST_PREDICATE || evidence.length > LONGEST_EVIDENCE) return null;
  const quotes = [foldedQuote(subject), foldedQuote(object)];
  const place = placesIn(folded, foldedQuote(evidence), MOST_SPANS).find((span) =>
    quotes.every((quote) => placesIn(folded, quote, 1, span).length > 0),
  );
  if (place === undefined) return null;
  const from = nameOf(subject);
  const to = from === null ? null : nameOf(object);
  if (from === null || to === null || from === to) return null;
  return { subject: from, predicate: said, object: to, ...sourceSpan(folded, place) };
}
