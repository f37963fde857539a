/**
 * How an instruction is made harder or replaced: the operations of Evol-Instruct (Xu et al. 2023, arXiv 2304.12244).
 */

export const EVOLUTIONS = {
  constraints: 'Add one more constraint or requirement.',
  deepen: 'If it asks about a subject, make it ask deeper and more broadly about that subject.',
  concretize: 'Replace general notions in it by more specific ones.',
  reasoning:
    'If a few simple steps of thought are enough for it, rewrite it so that it plainly needs several steps of ' +
    'reasoning.',
  breadth:
    'Do not rewrite it: write a new instruction of the same field that is rarer, about as long and as difficult as it.',
} as const;
export type EvolutionName = keyof typeof EVOLUTIONS;
export const EVOLUTION_NAMES = Object.keys(EVOLUTIONS).filter((name): name is EvolutionName =>
  Object.hasOwn(EVOLUTIONS, name),
);
