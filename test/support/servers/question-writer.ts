/** A scripted language model that writes questions on the passages that it is shown. */
import type { ModelCall, Reply } from './scripted-model.ts';

const PASSAGE = /<passage number="\d+">\n(.*?)\n<\/passage>/gs;
const COUNT = /Write (one question|\d+ questions)/;
const SENTENCE = /[^.!?]+[.!?]/g;

/**
 * Knows no answer without passages. Otherwise a question for the last word of each of the sentences, from the one on
 * that the request begins with; it quotes a sentence of each passage.
 */
export function writeQuestions({ body }: ModelCall): Reply {
  if (body.response_format?.json_schema.name === 'closed_book') {
    return { text: JSON.stringify({ knows: false, answer: '' }), tokens: { input: 150, output: 10 } };
  }
  const [instructions = '', data = ''] = (body.messages ?? []).map(({ content }) => content);
  const passages = [...data.matchAll(PASSAGE)].map(
    // The title stands above the text.
    ([, text = '']) =>
      text
        .slice(text.indexOf('\n\n') + 1)
        .match(SENTENCE)
        ?.map((part) => part.trim()) ?? [],
  );
  const focus = /<sentence>\n(.*?)\n<\/sentence>/s.exec(data)?.[1] ?? '';
  const [, count = ''] = COUNT.exec(instructions) ?? [];
  const [first = [], ...others] = passages;
  const from = Math.max(0, first.indexOf(focus.trim()));
  const sentences = [...first.slice(from), ...first.slice(0, from)].slice(
    0,
    count.startsWith('one') ? 1 : parseInt(count, 10),
  );
  const kind = body.response_format?.json_schema.name ?? '';
  const questions = sentences.map((sentence) => {
    const quotes = [sentence, ...others.map(([quote = '']) => quote)].map((text, index) => ({
      passage: index + 1,
      text,
    }));
    const words = sentence.replace(/[.!?]$/, '').split(' ');
    const question = `${kind} ${words.slice(0, -1).join(' ')}?`;
    return kind === 'questions_unanswerable'
      ? { missing: 'the reason', question, quotes }
      : { question, answer: words.at(-1) ?? '', quotes };
  });
  return { text: JSON.stringify({ questions }), tokens: { input: 450, output: 150 } };
}

/** Answers a question on passages with the sentence that has most of its words. */
export function answerWithSentence({ body }: ModelCall): Reply {
  const data = body.messages?.[1]?.content ?? '';
  const words = new Set(/<question>\n(.*?)\n<\/question>/s.exec(data)?.[1]?.match(/\p{L}+/gu));
  const shared = (sentence: string): number =>
    (sentence.match(/\p{L}+/gu) ?? []).filter((word) => words.has(word)).length;
  const said = [...data.matchAll(PASSAGE)].flatMap(([, text = ''], index) =>
    (text.match(SENTENCE) ?? []).map((part) => ({ text: part.trim(), passages: [index + 1] })),
  );
  const [best] = said.toSorted((a, b) => shared(b.text) - shared(a.text));
  return { text: JSON.stringify({ answered: best !== undefined, sentences: best ? [best] : [] }) };
}
