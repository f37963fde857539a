/** Tasks of a plan with a scripted model. */
import type { AskModel, ModelQuestion } from '../../engines/model-question.ts';
import type { Plan, Task } from '../../engines/synthesis/generation/task.ts';
import type { Item } from '../../engines/synthesis/items/item.ts';

export function tasksOf({ length, taskAt }: Plan): Task[] {
  return Array.from({ length }, (_, place) => taskAt(place)).filter((task) => task !== null);
}

/** What a task makes of these answers to its questions, one after the other, and the questions. */
export async function made(
  task: Task | undefined,
  ...answers: readonly object[]
): Promise<{ readonly items: readonly Item[]; readonly questions: readonly ModelQuestion[] }> {
  const questions: ModelQuestion[] = [];
  const ask = (async (question: ModelQuestion) => {
    questions.push(question);
    return answers[questions.length - 1];
  }) as AskModel;
  return { items: (await task?.make(ask)) ?? [], questions };
}

/** Why items were rejected, in their order. */
export const rejections = (items: readonly Item[]): readonly (string | null)[] =>
  items.map(({ rejected }) => rejected?.reason ?? null);
