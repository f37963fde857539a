/** Text of documents and users in a message to a language model. */

/** What such text can be. */
const TAGS = [
  ...(['headings', 'names', 'passage', 'persona', 'point', 'question'] as const),
  ...([
    'answer',
    'call',
    'claim',
    'expected_answer',
    'fact',
    'request',
    'role',
    'sentence',
    'task',
    'tool',
    'turn',
  ] as const),
] as const;

export type DataTag = (typeof TAGS)[number];

/** The angle bracket of any tag, with its name. */
const BRACKET = /<(?=\/?([a-z_]{1,20})\b)/gi;

/** The text between tags that it cannot close, nor open anew: such tags in it lose their angle bracket. */
export function asData(tag: DataTag, text: string, attributes = ''): string {
  const safe = text.replaceAll(BRACKET, (bracket, name: string) => (isTag(name) ? '‹' : bracket));
  return `<${tag}${attributes}>\n${safe}\n</${tag}>`;
}

const isTag = (name: string): boolean => TAGS.some((tag) => tag === name.toLowerCase());
