/** Words of a sentence: their text, and whether they say by themselves what they mean. English. */
import type { TaggedWord } from '../../../knowledge/facts/index.ts';

const TIGHT = /^(?:[.,;:!?)%]|['’](?:s|S)?)$/;

/** As text again, with what was left out between them. */
export function spoken(words: readonly TaggedWord[]): string {
  return words
    .map(({ text, start }, index) => {
      const before = words[index - 1];
      return before === undefined || before.end === start || TIGHT.test(text) ? text : ` ${text}`;
    })
    .join('');
}

/** Words that point at another place of the text. */
const POINTING: ReadonlySet<string> = new Set(
  `he she it they him them his her hers its their theirs we us our i me my you your this that these those there here such same former latter
   other others another following above below later earlier ago himself herself itself themselves who whom whose which what one ones each both`.split(
    /\s+/,
  ),
);
/** What "the" can be put before without saying more. */
const KNOWN: ReadonlySet<string> = new Set(
  'world sun moon earth sea air public internet past present future north south east west ground throne media'.split(
    ' ',
  ),
);
const OWN: ReadonlySet<string> = new Set(['his', 'her', 'its', 'their', 'himself', 'herself', 'itself', 'themselves']);

/** Whether words have a pronoun or the like; as in an answer, where nothing says what it stands for. */
export const isUnclear = (words: readonly TaggedWord[]): boolean =>
  words.some(({ text }) => POINTING.has(text.toLowerCase())) || hasLoneNoun(words);

/** The same beside a subject, to which "his" and "its" refer. */
export const isLoose = (words: readonly TaggedWord[]): boolean =>
  words.some(({ text }) => POINTING.has(text.toLowerCase()) && !OWN.has(text.toLowerCase())) || hasLoneNoun(words);

/** "the band", "the new stadium": which one, only the text says. */
function hasLoneNoun(words: readonly TaggedWord[]): boolean {
  return words.some(({ text }, index) => {
    if (text.toLowerCase() !== 'the') return false;
    let at = index + 1;
    while (/^(?:ADJ|NOUN|NUM|CCONJ)$/.test(words[at]?.tag ?? '') && /^\p{Ll}/u.test(words[at]?.text ?? '')) at++;
    const last = words[at - 1];
    if (at === index + 1 || last === undefined) return false;
    const isModified =
      words[at]?.text.toLowerCase() === 'of' ||
      words[at]?.tag === 'PROPN' ||
      words[at]?.tag === 'NUM' ||
      words[at]?.tag === 'VERB';
    const isOrdinal = words
      .slice(index + 1, at)
      .some(({ tag, text: word }) => (tag === 'ADJ' && /(?:st|most)$/.test(word)) || /^(?:only|main)$/.test(word));
    return !isModified && !isOrdinal && !KNOWN.has(last.text.toLowerCase());
  });
}

const NAMING = /^(?:PROPN|DET|NUM|PUNCT|PART)$/;
const LONGEST_NAME = 10;

/** A name, perhaps with "the" and nouns or adjectives before it, and nothing else. */
export function isNameOnly(words: readonly TaggedWord[]): boolean {
  if (words.length === 0 || words.length > LONGEST_NAME) return false;
  if (!words.some(({ tag, text }) => tag === 'PROPN' && /^\p{Lu}/u.test(text))) return false;
  const last = words.at(-1);
  if (last === undefined || !/^(?:PROPN|NUM|PUNCT)$/.test(last.tag) || /^[,'’-]$/.test(last.text)) return false;
  return words.every(
    ({ tag, text }) =>
      NAMING.test(tag) ||
      /^(?:of|and|&|in|de|la|le|van|von)$/i.test(text) ||
      /^\p{Lu}/u.test(text) ||
      ((tag === 'NOUN' || tag === 'ADJ') && /^\p{Ll}/u.test(text)),
  );
}
