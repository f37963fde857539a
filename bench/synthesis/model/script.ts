/** The outputs of the scripted model: it recognizes what the engines and DeepEval's Synthesizer ask for. */
import { tagged } from '../../../test/support/tagged.ts';
import type { ChatRequest } from '../../support/model/counting-model.ts';
import { answerDeepEval } from './deepeval.ts';
import { chanceOf } from './faults.ts';
import type { Planted } from './faults.ts';
import { writeCases, writeConversation, writeInstruction, writeParaphrase, writeResponse } from './others.ts';
import type { ShownTool } from './others.ts';
import { QUESTION_FAULTS, answerClosedBook, writeQuestions } from './questions.ts';
import type { ShownPassage } from './questions.ts';

/**
 * Share of the calls to which it first answers with broken JSON; every other one of them again when it is asked to
 * repair it.
 */
const BROKEN = 0.06;

/**
 * Answers by rules from what the prompt shows; `planted` gets its faults. Throws for a prompt that it does not know.
 */
export const scriptedBy =
  (planted: Planted) =>
  async ({ messages, response_format: format }: ChatRequest): Promise<string> => {
    const [instructions = '', data = ''] = messages.map(({ content }) => content);
    const name = format?.json_schema?.name;
    const output =
      name === undefined
        ? answerDeepEval(instructions, planted)
        : JSON.stringify(written(name, instructions, data, planted));
    const isRepair = messages.length > 2;
    const chance = output.startsWith('{') ? chanceOf(`broken ${instructions}${data}`) : 1;
    return chance < (isRepair ? BROKEN / 2 : BROKEN) ? output.slice(0, output.length / 2) : output;
  };

const COUNT = /Write (one|\d+) /;
const TURNS = /Exactly (\d+) messages/;

function written(name: string, instructions: string, data: string, planted: Planted): object {
  const [, said = 'one'] = COUNT.exec(instructions) ?? [];
  const count = said === 'one' ? 1 : Number(said);
  const [task = ''] = tagged(data, 'task');
  if (name.startsWith('questions_')) {
    const kind = name.replace('questions_', '');
    const [from = ''] = tagged(data, 'sentence');
    const questions = writeQuestions(kind, passagesIn(data), { from, count, planted, faults: QUESTION_FAULTS });
    if (kind !== 'unanswerable') return { questions };
    return {
      questions: questions.map(({ question, quotes }) => ({ missing: 'It says nothing of it.', question, quotes })),
    };
  }
  if (name === 'closed_book') return answerClosedBook(tagged(data, 'question')[0] ?? '', planted);
  if (name === 'conversation') {
    const [passage = { title: '', text: '' }] = passagesIn(data);
    const turns = Number(TURNS.exec(instructions)?.[1]) / 2;
    return writeConversation(passage, { turns, persona: tagged(data, 'persona').join('\n'), planted });
  }
  if (name === 'evolve_gain') {
    const [before, after] = tagged(data, 'task');
    return { reason: 'By their words.', verdict: before === after ? 'same' : 'different' };
  }
  if (name === 'evolve_response') return writeResponse(task, planted);
  if (name.startsWith('evolve_')) return writeInstruction(task, name.replace('evolve_', ''), planted);
  if (name.startsWith('tool_calls_')) {
    const tools = tagged(data, 'tool').map((tool): ShownTool => JSON.parse(tool));
    const setting = instructions.split('\n').findLast((line) => line.startsWith('- The users ')) ?? '';
    return writeCases(name.replace('tool_calls_', ''), tools, { setting: setting.slice(2), count, planted });
  }
  if (name === 'paraphrase') return writeParaphrase(tagged(data, 'passage')[0] ?? '', instructions, planted);
  throw new Error(`Unknown question: ${name}`);
}

/** The title stands above the text. */
const passagesIn = (data: string): readonly ShownPassage[] =>
  tagged(data, 'passage').map((shown) => {
    const [title = '', ...text] = shown.split('\n\n');
    return { title, text: text.join('\n\n') };
  });
