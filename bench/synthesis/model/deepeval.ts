/**
 * What the scripted model answers to the prompts of DeepEval's Synthesizer: questions of the same kind, with the same
 * faults.
 */
import { readPythonList } from '../../evaluation/judges/model/python-list.ts';
import { factsOf } from './facts.ts';
import type { WrittenFact } from './facts.ts';
import { chanceOf } from './faults.ts';
import type { Planted } from './faults.ts';
import { ELSEWHERE, QUESTION_FAULTS, lowered, writeQuestions } from './questions.ts';
import type { ShownPassage } from './questions.ts';

/** Throws for a prompt that it does not know. */
export function answerDeepEval(prompt: string, planted: Planted): string {
  if (prompt.startsWith('I want you act as a copywriter')) return inputs(prompt, planted);
  if (prompt.startsWith('Evaluate the provided synthetic query')) return JSON.stringify(rate(prompt));
  if (prompt.startsWith('I want you to act as a query rewriter')) return JSON.stringify(rewrite(prompt));
  if (prompt.startsWith('I want you to act as an input rewriter')) return evolve(prompt, planted);
  if (prompt.startsWith('Given the input, which may or may not be a question')) return expectedOutput(prompt, planted);
  throw new Error(`Unknown prompt: ${prompt.slice(0, 200)}`);
}

/** What follows the last occurrence of a heading, up to the nearest of the next ones. */
function part(prompt: string, heading: string, ...next: readonly string[]): string {
  const start = prompt.lastIndexOf(`${heading}\n`) + heading.length + 1;
  const ends = next.map((other) => prompt.indexOf(other, start)).filter((end) => end >= 0);
  return prompt.slice(start, ends.length === 0 ? undefined : Math.min(...ends)).trim();
}

const isDangling = (question: string): boolean => question.startsWith('According to the passage');

/** The first line of a context is its title. */
function passageOf(context: string): ShownPassage {
  const [title = '', ...lines] = context.split('\n\n');
  return { title, text: lines.join('\n\n') };
}

function inputs(prompt: string, planted: Planted): string {
  const count = Number(part(prompt, 'Max Goldens Per Context:', 'Context:'));
  const [context = ''] = readPythonList(part(prompt, '        Context:', 'JSON:'));
  // It asks for no quotations.
  const faults = QUESTION_FAULTS.filter((fault) => fault !== 'invented_quote');
  const written = writeQuestions('single_hop', [passageOf(context)], { from: '', count, planted, faults });
  return JSON.stringify({ data: written.map(({ question }) => ({ input: question })) });
}

/** It sees what refers to a text; all else is clear to it. */
function rate(prompt: string): object {
  const isBad = isDangling(part(prompt, '        Query:', 'JSON:'));
  return { feedback: isBad ? 'It refers to a passage.' : 'It is clear.', score: isBad ? 0.2 : 0.9 };
}

function rewrite(prompt: string): object {
  const question = part(prompt, '        Query:', 'Feedback:').replace('According to the passage, ', '');
  return { rewritten_input: question };
}

/** The question, made longer by a fact of the context; a question about another fact, where breadth is asked for. */
function evolve(prompt: string, planted: Planted): string {
  const context = readPythonList(part(prompt, '            Context:', 'Input:'))[0] ?? '';
  // Some of its prompts give the input first.
  const question = part(prompt, '            Input:', 'Rewritten Input:', '            Context:\n');
  const { title, text } = passageOf(context);
  const facts = factsOf(title, text).filter((known) => !question.includes(known.answer) && !asksFor(question, known));
  const fact = facts[Math.floor(chanceOf(question) * facts.length)];
  if (fact === undefined) return question;
  const evolved = prompt.includes('be even more rare') ? fact.question : `Given ${fact.answer}, ${lowered(question)}`;
  if (evolved !== fact.question) planted.replace(question, evolved);
  return evolved;
}

/** Questions are put into others with a small letter. */
const asksFor = (question: string, fact: WrittenFact): boolean =>
  question.toLowerCase().includes(fact.question.toLowerCase());

function expectedOutput(prompt: string, planted: Planted): string {
  const { title, text } = passageOf(part(prompt, '        Context:', '        Input:'));
  const question = part(prompt, '        Input:', 'Generated Response:');
  if (planted.faultOf(question) === 'ungrounded')
    return ELSEWHERE[Math.floor(chanceOf(question) * ELSEWHERE.length)] ?? '';
  const fact = factsOf(title, text).find((known) => asksFor(question, known));
  return fact?.answer ?? 'I do not know.';
}
