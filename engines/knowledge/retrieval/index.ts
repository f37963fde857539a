/**
 * Retrieval: what a question asks, and how near chunks are to it, in words and in meaning. The order of a search is
 * that of its hits.
 */
export { bm25, inverseFrequency } from './bm25.ts';
export type { LexicalStatistics } from './bm25.ts';
export { resolveQuestion } from './follow-up.ts';
export type { Resolved } from './follow-up.ts';
export { rankFirstHop, scoreCandidates } from './first-hop.ts';
export { byScore, hitOf } from './hits.ts';
export type { Candidate, Hit, ScoreParts } from './hits.ts';
export { lexemes, lexemesOfWord } from './lexemes.ts';
export { askedWords, coverage, hasContentWords, readQuestion, subjects, weighedWords } from './question.ts';
export type { AskedWord, Entity, Question } from './question.ts';
export { likenessOfCosine, likenessOfWords, weigh } from './ratings.ts';
export type { Rating } from './ratings.ts';
export { rerank, scoresOfRanks } from './reranking.ts';
export { SEEDS, makeProbes, rankSecondHop } from './second-hop.ts';
export type { Probe, ProbedCandidate, SeedEntity } from './second-hop.ts';
