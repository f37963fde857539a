/** Whether a question can be understood by someone who does not have the text in front of them. English. */

/** What points at a text that the reader is taken to have. */
const POINTERS: readonly RegExp[] = [
  /\b(?:this|that|these|those|above|given|provided) (?:text|passage|document|article|excerpt|paragraph|section|chapter|context|story|page)s?\b/i,
  /\b(?:according to|based on|in|from|by|of|to|does|did) the (?:(?:above|given|provided|following) )?(?:text|passage|document|article|excerpt|paragraph|context)\b/i,
  /\b(?:mentioned|described|discussed|stated|listed|shown|given|cited|referenced) (?:above|below|here|earlier|previously)\b/i,
  /\bthe (?:author|speaker|narrator)\b(?! of\b)/i,
];

const PRONOUN = /\b(?:he|she|it|they|him|her|them|his|hers|its|their|theirs|this|these|those)\b/i;
/** "It" without meaning of its own. */
const EMPTY =
  /\b(?:is|was|does|did|would|will|can|could) it (?:true|take|mean|possible|called|known|that|cost|likely|common|necessary|important|safe)\b/i;
/** What a pronoun behind it can stand for: a name, or a noun with an article. */
const NAMED = /(?<=\S\s)["“'(]?\p{Lu}|\b(?:the|an?|each|every|some|someone|somebody|people|you|your) [\p{L}\d]/u;
/** What only a possessive can refer to: "Which mill lost its wheel", but not "Which prize did they win". */
const ASKED = /\b(?:which|what|who) (?!(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)\b)\p{L}/iu;
const POSSESSIVE = /^(?:his|her|its|their)$/i;

/** The words that refer to something that the question does not name; `null` when there are none. */
export function danglingReference(question: string): string | null {
  for (const pattern of POINTERS) {
    const [found] = pattern.exec(question) ?? [];
    if (found !== undefined) return found;
  }
  const pronoun = PRONOUN.exec(question);
  if (pronoun === null || EMPTY.test(question)) return null;
  const before = question.slice(0, pronoun.index);
  const isNamed = NAMED.test(before) || (POSSESSIVE.test(pronoun[0]) && ASKED.test(before));
  return isNamed ? null : pronoun[0];
}
