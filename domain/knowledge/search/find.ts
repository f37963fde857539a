/** What a search finds until its deadline, in the order in which it is shown. */
import type { Hit } from '../../../engines/knowledge/retrieval/types.ts';
import { NOT_ASKED, overviewOf } from './answer/overview.ts';
import type { Overview } from './answer/overview.ts';
import { weighRatings } from './ratings.ts';
import { rerankHits } from './rerank.ts';
import type { Run } from './run.ts';
import { NOTHING, asksOfCommunities } from './types/rules.ts';
import type { Findings } from './types/rules.ts';
import { orNull } from './within-time.ts';

export interface RankedFindings {
  readonly findings: Findings;
  /** Whether it ended in time. */
  readonly isFinished: boolean;
  readonly overview: Overview;
}

export async function findRanked(run: Run): Promise<RankedFindings> {
  const { dependencies, search, query, rules, caller, deadline } = run;
  const { take, hops, time, onlyContext, maxUsd = null } = query;
  let soFar = NOTHING;
  const onFound = (hits: readonly Hit[]) => (soFar = { ...NOTHING, hits });
  const found = await orNull(deadline, rules.find({ search, take, hops, time, onFound }));
  if (found === null) return { findings: soFar, isFinished: false, overview: NOT_ASKED };
  const overview =
    asksOfCommunities(rules) && !onlyContext
      ? await overviewOf(dependencies, { ...query, ...caller, maxUsd, deadline }, found.parts)
      : NOT_ASKED;
  const findings = { ...found, warnings: [...found.warnings, ...overview.warnings] };
  // What the model has rated has its order.
  const isRated = overview.kind === 'told' && overview.points.length > 0;
  const ranked = isRated
    ? { ...findings, hits: overview.hits, parts: overview.parts }
    : await rerankAndWeigh(run, findings);
  return { findings: ranked, isFinished: true, overview };
}

/** Reranked, if the query wants it, and by ratings. Facts have an order of their own. */
async function rerankAndWeigh(
  { dependencies, search, query, rules, caller, deadline }: Run,
  findings: Findings,
): Promise<Findings> {
  if (rules.finds === 'facts') return findings;
  const { hits, warnings } = query.reranks
    ? await rerankHits(dependencies.models, search, findings.hits, caller, deadline)
    : { hits: findings.hits, warnings: [] };
  const weighed = await orNull(deadline, weighRatings(search, rules.byMeaning, hits));
  return { ...findings, hits: weighed ?? hits, warnings: [...findings.warnings, ...warnings] };
}
