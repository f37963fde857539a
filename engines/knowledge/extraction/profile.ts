/** Graph prompt profiles: what a language model is asked to extract. */

export interface PromptProfile {
  /** What to look for and what to leave out, after the rules that all profiles share. */
  readonly instructions: string;
  /** Types that an entity can have. None: entities have no type. */
  readonly entityTypes: readonly string[];
  /** Predicates that a relation can have. None: any short verb phrase. */
  readonly relationTypes: readonly string[];
}

export const BUILT_IN_PROFILES: Readonly<Record<string, PromptProfile>> = {
  simple: {
    instructions: 'Extract only the main entities, and the relations that the passage states in plain words.',
    entityTypes: [],
    relationTypes: [],
  },
  default: {
    instructions:
      'Extract all named entities and all relations between them. A relation that holds in both directions is ' +
      'given once.',
    entityTypes: ['person', 'organization', 'place', 'event', 'product', 'work', 'law', 'concept', 'other'],
    relationTypes: [],
  },
};
