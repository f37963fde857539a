/** The plan of evolutions: which operations each instruction goes through, one on the result of the other. */
import type { Text } from '../generation/passages.ts';
import { tokensOf } from '../generation/prompt.ts';
import type { Plan, Task } from '../generation/task.ts';
import type { Item } from '../items/item.ts';
import { pick, randomAt, shuffled } from '../random.ts';
import { evolve, evolving } from './ask.ts';
import type { EvolutionName } from './operations.ts';

export interface Evolutions {
  readonly operations: readonly EvolutionName[];
  /** Evolutions that follow each other, from 1 to {@link MOST_DEPTH}. Each is an item. */
  readonly depth: number;
  readonly seed: number;
  readonly language: string | null;
}

export const MOST_DEPTH = 4;

/** Chains that begin with the same instruction. */
export const MOST_CHAINS = 10;
/** Calls for an evolution: it is made, compared and answered. */
const CALLS = 3;
/** Output of these calls together. */
const OUTPUT_TOKENS = 600;

/**
 * All instructions are evolved once before one is evolved again, each time by other operations where the seed says so.
 */
export function planEvolutions(order: Evolutions, sources: readonly Text[]): Plan {
  const { operations, depth, seed } = order;
  const seeds = sources.filter(({ text }) => text.trim() !== '');
  const rounds = Math.min(MOST_CHAINS, operations.length ** depth);
  const chains = Array.from({ length: rounds }, (_, round) =>
    shuffled(seeds, randomAt(seed, ['evolve', round])),
  ).flat();
  return {
    length: chains.length,
    taskAt: (place) => {
      const source = chains[place];
      if (source === undefined) return null;
      const random = randomAt(seed, ['evolve', place, source.id]);
      const chosen = Array.from({ length: depth }, () => pick(random, operations));
      return taskOf(source, chosen, order.language);
    },
  };
}

function taskOf({ id, text }: Text, operations: readonly EvolutionName[], language: string | null): Task {
  const { input } = tokensOf(evolving(text, operations[0] ?? 'deepen', language), 0);
  const calls = CALLS * operations.length;
  return {
    sources: [id],
    expected: operations.length,
    tokens: { input: calls * input, output: OUTPUT_TOKENS * operations.length },
    make: async (ask) => {
      const items: Item[] = [];
      let before = text.trim();
      for (const [index, operation] of operations.entries()) {
        const { value, instruction, rejected } = await evolve(ask, before, operation, language);
        const provenance = {
          made_by: 'model',
          source: id,
          operations: operations.slice(0, index + 1),
          evolved_from: before,
        };
        items.push({ value, provenance, rejected });
        // What is no good is not evolved further.
        if (rejected !== null) break;
        before = instruction;
      }
      return items;
    },
  };
}
