/** Text of documents and users in a message to a language model. */

const TAGS = /<(?=\/?(?:headings|passage|question)\b)/gi;

/** The text between tags that it cannot close, nor open anew: such tags in it lose their angle bracket. */
export function asData(tag: 'headings' | 'passage' | 'question', text: string, attributes = ''): string {
  return `<${tag}${attributes}>\n${text.replaceAll(TAGS, '‹')}\n</${tag}>`;
}
