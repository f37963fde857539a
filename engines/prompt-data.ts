/** Text of documents and users in a message to a language model. */

/** What such text can be. */
const TAGS = ['headings', 'passage', 'question', 'answer', 'expected_answer'] as const;

/** The angle bracket of any tag, with its name. */
const BRACKET = /<(?=\/?([a-z]{1,20})\b)/gi;

/** The text between tags that it cannot close, nor open anew: such tags in it lose their angle bracket. */
export function asData(tag: (typeof TAGS)[number], text: string, attributes = ''): string {
  const safe = text.replaceAll(BRACKET, (bracket, name: string) => (isTag(name) ? '‹' : bracket));
  return `<${tag}${attributes}>\n${safe}\n</${tag}>`;
}

const isTag = (name: string): boolean => TAGS.some((tag) => tag === name.toLowerCase());
