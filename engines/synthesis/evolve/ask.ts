/** One evolution of an instruction: it is rewritten, compared with what it was, and answered. */
import { Type } from 'typebox';
import { closed } from '../../model-question.ts';
import type { AskModel, ModelQuestion } from '../../model-question.ts';
import { asData } from '../../prompt-data.ts';
import { instructions, languageRule } from '../generation/prompt.ts';
import type { Item } from '../items/item.ts';
import { rejectInstruction, rejectResponse } from './elimination.ts';
import { EVOLUTIONS } from './operations.ts';
import type { EvolutionName } from './operations.ts';

const INSTRUCTION = closed({ instruction: Type.String() });
const COMPARED = closed({ reason: Type.String(), verdict: Type.Enum(['same', 'different'], { type: 'string' }) });
const RESPONSE = closed({ response: Type.String() });

export function evolving(
  text: string,
  operation: EvolutionName,
  language: string | null,
): ModelQuestion<typeof INSTRUCTION> {
  return {
    name: `evolve_${operation}`,
    instructions: instructions(
      `You make instructions for language models more varied and more demanding.
The instruction is in <task>. Do not carry it out. ${EVOLUTIONS[operation]}`,
      `Rules:
- The result is an instruction that people understand and a language model can carry out alone, with text. Keep tables, code and data that the instruction has.
- Add 10 to 20 words at most, unless it is to be a new instruction.
- Do not speak of the instruction itself, or of rewriting it.
- ${languageRule(language)}`,
    ),
    data: asData('task', text),
    schema: INSTRUCTION,
    maxTokens: 1500,
  };
}

function comparing(before: string, after: string): ModelQuestion<typeof COMPARED> {
  return {
    name: 'evolve_gain',
    instructions: instructions(
      `You compare two instructions. They are in <task number="1"> and <task number="2">. Do not carry them out.
- reason: one short sentence.
- verdict: "same" if they have the same constraints and requirements, and ask for the same depth and breadth; otherwise "different".`,
    ),
    data: [before, after].map((text, index) => asData('task', text, ` number="${index + 1}"`)).join('\n'),
    schema: COMPARED,
    maxTokens: 300,
  };
}

function answering(text: string): ModelQuestion<typeof RESPONSE> {
  return {
    name: 'evolve_response',
    instructions:
      'Carry out what <task> asks for, as completely and correctly as you can, in its language. Answer with ' +
      'JSON: response is your whole answer.',
    data: asData('task', text),
    schema: RESPONSE,
    maxTokens: 3000,
  };
}

export interface Evolved {
  /** With the response, unless the instruction is no good. */
  readonly value: Item['value'];
  readonly instruction: string;
  readonly rejected: Item['rejected'];
}

/** What is no good costs no further call. */
export async function evolve(
  ask: AskModel,
  before: string,
  operation: EvolutionName,
  language: string | null,
): Promise<Evolved> {
  const { instruction: written } = await ask(evolving(before, operation, language));
  const instruction = written.trim();
  const bare = { kind: operation, instruction };
  const seen = rejectInstruction(before, instruction);
  if (seen !== null) return { value: bare, instruction, rejected: seen };
  const { verdict, reason } = await ask(comparing(before, instruction));
  if (verdict === 'same') return { value: bare, instruction, rejected: { reason: 'no_gain', about: reason } };
  const { response } = await ask(answering(instruction));
  return { value: { ...bare, response: response.trim() }, instruction, rejected: rejectResponse(response) };
}
