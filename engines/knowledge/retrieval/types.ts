/** What the stages of a search hand to each other and to the store's reads between them. Identifiers are the store's own. */
import type { LexicalText } from '../lexis/bm25.ts';
import type { Role } from '../names/chunk-names.ts';

export interface Entity {
  readonly id: string;
  /** Normal form. */
  readonly name: string;
  /** How many chunks have it, of those that the caller may see. */
  readonly chunks: number;
  /** How many of them have it as their title. */
  readonly titles: number;
}

/** What lexical scores ask for. */
export interface Asked {
  /** Lexemes in the asker's language: a score is a share of what they could reach. */
  readonly own: ReadonlySet<string>;
  /** These, and those of the same words in the languages of the texts. */
  readonly all: ReadonlySet<string>;
}

/** A chunk beside a question, with the counts of the question's lexemes in it. */
export interface Candidate extends LexicalText {
  readonly chunk: string;
  readonly cosine: number;
}

export interface Ranked {
  readonly chunk: string;
  readonly score: number;
}

/** What the score of a chunk is the sum of, in units of `similarity`; with words alone, in those of BM25. */
export interface ScoreParts {
  readonly similarity: number;
  readonly words: number;
  /** The question names its title. */
  readonly title: number;
  readonly secondHop: number;
  /** Its date fits what is asked, or does not. */
  readonly time: number;
  /** Its community is near to the question, or has better passages. */
  readonly community: number;
  /** A model has reranked the chunk. */
  readonly rerank: number;
  /** Ratings of the chunk for similar questions. */
  readonly feedback: number;
}

export const NO_PARTS: ScoreParts = {
  similarity: 0,
  words: 0,
  title: 0,
  secondHop: 0,
  time: 0,
  community: 0,
  rerank: 0,
  feedback: 0,
};

/** A chunk with what its score is made of. */
export interface Scored extends Ranked {
  readonly parts: ScoreParts;
}

/** An entity as one chunk has it. */
export interface SeedEntity extends Entity {
  /** As the chunk first writes it. */
  readonly label: string;
  readonly role: Role;
}

/** A chunk from which the second hop starts. */
export interface Seed {
  readonly chunk: string;
  readonly score: number;
  /** Title and text. */
  readonly text: string;
  readonly entities: readonly SeedEntity[];
}

/** What is left to ask after reading a seed, through one of the seed's entities. */
export interface Probe {
  readonly seed: Ranked;
  /** Null when the seed names nothing new. */
  readonly entity: Entity | null;
  /** To be embedded as a question. */
  readonly text: string;
  readonly asked: Asked;
}

/** A chunk beside all probes, with the counts of all their lexemes in it. */
export interface Reached extends Candidate {
  /** Cosine of each probe, in their order. */
  readonly cosines: readonly number[];
  /** The roles of the probes' entities in it, by the entity's id. */
  readonly roles: ReadonlyMap<string, Role>;
}

export interface Hit extends Scored {
  /** Score of the first hop. */
  readonly base: number;
  /** How the second hop came here: from that chunk, through that entity, by that text. */
  readonly path: { readonly from: string; readonly entity: Entity | null; readonly probe: string } | null;
  /** How many ratings its score counts. */
  readonly ratings?: number;
}

/** A chunk that the first hop found, or a search without a second one. */
export function hitOf({ chunk, score, parts }: Scored): Hit {
  return { chunk, score, base: score, parts, path: null };
}
