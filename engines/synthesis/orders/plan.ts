/** The plan of an order. */
import { planConversations } from '../conversation/plan.ts';
import { planEvolutions } from '../evolve/plan.ts';
import type { Plan } from '../generation/task.ts';
import { planQuestions } from '../grounded/by-model/plan.ts';
import type { ModelOrder } from './model-order.ts';
import type { Source } from '../items/source.ts';
import { planParaphrases } from '../perturb/paraphrase.ts';
import { planToolCases } from '../tool-calls/plan.ts';

/** The event loop has turns meanwhile: long sources take seconds. */
export async function planOf(order: ModelOrder, sources: readonly Source[]): Promise<Plan> {
  switch (order.engine_id) {
    case 'grounded_qa':
      return planQuestions(order, sources);
    case 'conversation':
      return planConversations(order, sources);
    case 'evolve':
      return planEvolutions(order, sources);
    case 'tool_calls':
      return planToolCases(order);
    case 'perturb':
      return planParaphrases(order, sources);
  }
}
