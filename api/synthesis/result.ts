/** Results of syntheses: of those that succeeded, and what there is of others. */
import type { Caller } from '../../domain/identity/identity.ts';
import { closedSources } from '../../domain/synthesis/closed-sources.ts';
import { countIn, countItems, itemsAfter, openItems, skippedChecks } from '../../domain/synthesis/items.ts';
import type { ItemRange, StoredItem } from '../../domain/synthesis/items.ts';
import type { Database } from '../../platform/database/client.ts';
import { outputKey } from '../../domain/synthesis/outputs.ts';
import { synthesisResultOf } from '../../domain/synthesis/results.ts';
import type { StoredFile, SynthesisResult as StoredResult } from '../../domain/synthesis/results.ts';
import { shortfallOf } from '../../domain/synthesis/shortfall.ts';
import type { Shortfall } from '../../domain/synthesis/shortfall.ts';
import { readRun } from '../../domain/synthesis/runs.ts';
import type { SynthesisRun } from '../../domain/synthesis/runs.ts';
import type { FoundJob } from '../jobs/job-lookup.ts';
import { jobResult } from '../jobs/result.ts';
import { jobStatus } from '../jobs/status.ts';
import type { Services } from '../services.ts';
import { estimateOf } from './estimate.ts';
import { SHOWN_ITEMS } from './result-schemas.ts';
import type { ItemsQuery, SynthesisResult } from './result-schemas.ts';

/** How long signed URLs of files are valid. */
const URL_TTL_SECONDS = 900;

/**
 * `null` while the job is open, and if it ended before it had begun. Nothing in it quotes a source that the caller may
 * not read now.
 */
export async function synthesisResult(
  services: Services,
  caller: Caller,
  job: FoundJob,
  query: ItemsQuery,
): Promise<SynthesisResult | null> {
  const { database } = services;
  const { jobId } = job;
  const status = await jobStatus(services, job);
  const { state } = status;
  if (state !== 'succeeded' && state !== 'failed' && state !== 'cancelled') return null;
  const run = await readRun(database, jobId);
  if (run === null) return null;
  const { head, made } =
    state === 'succeeded' ? await finished(services, job) : await soFar(services, jobId, run, state);
  const closed = await closedSources(database, caller, jobId);
  const { after = -1, limit = SHOWN_ITEMS } = query;
  const [accepted, rejected] = await Promise.all([
    shownItems(database, jobId, { state: 'accepted', after, take: limit }, closed),
    // Behind the end, there are some only if they were to be kept.
    state === 'succeeded'
      ? shownItems(database, jobId, { state: 'rejected', after: -1, take: SHOWN_ITEMS }, closed)
      : { items: [], isLast: true, withheld: 0 },
  ]);
  const withheld = accepted.withheld + rejected.withheld;
  return {
    job_id: jobId,
    state,
    ...head,
    checks_skipped: [...(await skippedChecks(database, jobId))],
    estimate: estimateOf({ ...made, preview_of: run.preview_of }, status.usage),
    withheld,
    items: accepted.items.map(presentItem),
    next_after: accepted.isLast ? null : (accepted.items.at(-1)?.ordinal ?? null),
    rejected_items: rejected.items.flatMap((item) => {
      const { reason, about } = item;
      return reason === null ? [] : [{ ...presentItem(item), reason, about: about ?? '' }];
    }),
    outputs: withheld > 0 ? [] : head.outputs,
  };
}

interface Shown {
  readonly items: readonly StoredItem[];
  /** Whether there are none behind them. */
  readonly isLast: boolean;
  /** Items in all that quote a closed source. */
  readonly withheld: number;
}

async function shownItems(
  database: Database,
  jobId: string,
  range: ItemRange,
  closed: ReadonlySet<string>,
): Promise<Shown> {
  const { state, after, take } = range;
  if (closed.size === 0) {
    const items = await itemsAfter(database, jobId, { ...range, take: take + 1 });
    return { items: items.slice(0, take), isLast: items.length <= take, withheld: 0 };
  }
  const items: StoredItem[] = [];
  let [open, left] = [0, 0];
  for await (const item of openItems(database, jobId, state, closed)) {
    open++;
    if (item.ordinal <= after) continue;
    if (items.length < take) items.push(item);
    else left++;
  }
  return { items, isLast: left === 0, withheld: (await countIn(database, jobId, state)) - open };
}

type Head = Omit<
  SynthesisResult,
  'job_id' | 'state' | 'checks_skipped' | 'estimate' | 'withheld' | 'items' | 'next_after' | 'rejected_items'
>;

interface Found {
  readonly head: Head;
  readonly made: Pick<StoredResult, 'accepted' | 'rejected' | 'generator' | 'unchecked'>;
}

async function finished(services: Services, job: FoundJob): Promise<Found> {
  const {
    outputs,
    stopped_by,
    sources = null,
    dataset = null,
    dataset_error = null,
    ...run
  } = await jobResult(services, job, synthesisResultOf);
  const { name, engine_id, asked, accepted, rejected } = run;
  const head = {
    name,
    engine_id,
    asked,
    accepted,
    rejected: { ...rejected },
    sources,
    dataset,
    dataset_error,
    shortfall: presentShortfall(shortfallOf(run, stopped_by)),
    outputs: await Promise.all(outputs.map((file) => presentFile(services, job.jobId, file))),
  };
  return { head, made: run };
}

/** What a job had that did not succeed. */
async function soFar(
  { database }: Services,
  jobId: string,
  { name, engine_id, asked }: SynthesisRun,
  state: 'failed' | 'cancelled',
): Promise<Found> {
  const made = await countItems(database, jobId);
  const { accepted, rejected } = made;
  const shortfall = presentShortfall(shortfallOf({ engine_id, asked, accepted, rejected }, state));
  const head = {
    name,
    engine_id,
    asked,
    accepted,
    shortfall,
    sources: null,
    dataset: null,
    dataset_error: null,
    rejected: { ...rejected },
    outputs: [],
  };
  return { head, made };
}

const presentShortfall = (shortfall: Shortfall | null): Head['shortfall'] =>
  shortfall && { ...shortfall, reasons: [...shortfall.reasons] };

async function presentFile({ objects }: Services, jobId: string, { name, media_type, bytes }: StoredFile) {
  const url = await objects.signGet(outputKey(jobId, name), {
    ttlSeconds: URL_TTL_SECONDS,
    disposition: 'attachment',
    filename: name,
    contentType: media_type,
  });
  return { name, media_type, bytes, url };
}

const presentItem = ({ ordinal, value, provenance, scores }: StoredItem): SynthesisResult['items'][number] => ({
  index: ordinal,
  value: { ...value },
  provenance: { ...provenance },
  scores: scores && { ...scores },
});
