/** The graph of a dataset: nodes, links, entities with their corrections, communities, contradictions. */
export { aliasesOf } from './aliases.ts';
export { commitCommunities } from './communities/commit.ts';
export { communityTitle, listCommunities } from './communities/communities.ts';
export type { ReadableCommunity } from './communities/communities.ts';
export {
  commitDescriptions,
  communitiesToDescribe,
  countDescriptions,
  describedCommunities,
  undescribed,
} from './communities/descriptions.ts';
export type { DescriptionWork, UndescribedCommunity, WrittenDescription } from './communities/descriptions.ts';
export { descriptionSums, estimateDivision } from './communities/estimate.ts';
export { readLayerGraph } from './communities/layer-graph.ts';
export { commitSummaries, communitiesToSummarize, unsummarized } from './communities/summaries.ts';
export { graphConflicts } from './conflicts.ts';
export { CandidateLists } from './entities/candidate-lists.ts';
export type { Candidate, CandidateEntity } from './entities/candidates.ts';
export { commitConsolidation, countFindings, findConsolidation } from './entities/consolidate.ts';
export {
  CORRECTION_KINDS,
  CORRECTION_SOURCES,
  addCorrection,
  listCorrections,
  undoCorrections,
} from './entities/corrections.ts';
export type { Correction, NewCorrection } from './entities/corrections.ts';
export { MOST_COMPARED, MOST_SPLIT } from './entities/listed-candidates.ts';
export type { ListedCandidate } from './entities/listed-candidates.ts';
export { normalForms, readableDocuments, readableNames } from './entities/named-entities.ts';
export { furtherOf } from './entities/splits.ts';
export type { NameSense, SplitCandidate } from './entities/splits.ts';
export { FILE_FORMATS, graphText } from './formats.ts';
export type { FileFormat } from './formats.ts';
export { graphLinks } from './links.ts';
export type { GraphLink } from './links.ts';
export { graphEntities, graphNodes } from './nodes.ts';
export type { StatedConflict } from './time/claims.ts';
export { PLACES } from './time/dates.ts';
export type { PlacedDate } from './time/dates.ts';
export { dayFrom, writtenDay, writtenPeriod } from './time/days.ts';
