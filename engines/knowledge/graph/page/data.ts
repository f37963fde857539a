/**
 * What the page of a graph carries: blocks of JSON that its script reads. Passages are blocks of their own, parsed when
 * they are asked for.
 */

export interface PageNode {
  readonly id: string;
  /** With its number, if it is a further entity of its name. */
  readonly label: string;
  readonly type: string | null;
  readonly chunks: number;
  readonly aliases: readonly string[];
  /** `null`: it is in none; where all are, the page finds communities itself. */
  readonly community: number | null;
}

export interface PageLink {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly predicate: string;
  /** Places that state it. */
  readonly places: number;
}

/** A place that states a fact or mentions an entity, with the text around it. */
export interface PagePassage {
  readonly document: string;
  readonly before: string;
  readonly stated: string;
  readonly after: string;
}

/** By the identifier of the link, or of the node without links. Those beyond the page's budget are missing. */
export type PagePassages = Readonly<Record<string, readonly PagePassage[]>>;

/** Nodes without links whose passages are one block. */
export const NODES_OF_BLOCK = 500;

export interface PageSummary {
  readonly dataset: string;
  /** Titles of the communities, by their numbers. */
  readonly communities: readonly string[];
  readonly nodesLeftOut: number;
  readonly linksLeftOut: number;
  /** Links whose passages the page does not have. */
  readonly linksWithoutPassages: number;
}
