/** The data card of a dataset: all that `card.json` says, and what the page of the card shows. */
import type { Survey } from './survey.ts';

/** What a language model took. */
export interface ModelUsage {
  readonly model: string;
  readonly calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** US dollars; `null`: its price is not known, or it took nothing. */
  readonly usd: number | null;
}

export interface DataCard extends Survey {
  readonly job_id: string;
  /** The client's name of the run. */
  readonly name: string | null;
  /** RFC 3339. */
  readonly submitted_at: string;
  readonly engine_id: string;
  /** Who made the items: `rules`, or the name of a language model. */
  readonly generator: string;
  readonly seed: number;
  readonly asked: number;
  readonly accepted: number;
  /** Why there are fewer items than were asked for; `null`: there are as many. */
  readonly shortfall: {
    readonly missing: number;
    readonly reasons: readonly string[];
    readonly message: string;
  } | null;
  /** Items by the reason of their rejection. */
  readonly rejected: Readonly<Record<string, number>>;
  /** The same by method, of reasons that have several. */
  readonly methods: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** What each of these reasons means. */
  readonly rejected_because: Readonly<Record<string, string>>;
  /** Checks that were not made of accepted items, and why. */
  readonly checks_skipped: readonly { readonly check: string; readonly reason: string; readonly items: number }[];
  /** What was read to make items from; `null` where nothing was. */
  readonly passages: { readonly passages: number; readonly is_complete: boolean } | null;
  readonly usage: readonly ModelUsage[];
  /** What an accepted item took; `null` without a language model, or without an item. */
  readonly usage_per_item: { readonly tokens: number; readonly usd: number | null } | null;
}

type Measures = readonly { readonly source: string; readonly unit: string; readonly amount: number }[];

/** Of all measures of a job, those of language models. */
export function modelUsage(measures: Measures): readonly ModelUsage[] {
  const models = [...new Set(measures.filter(({ unit }) => unit === 'calls').map(({ source }) => source))];
  return models.map((model) => {
    const of = (wanted: string): number =>
      measures.find(({ source, unit }) => source === model && unit === wanted)?.amount ?? 0;
    const [input_tokens, output_tokens, usd] = [of('input_tokens'), of('output_tokens'), of('usd')];
    return { model, calls: of('calls'), input_tokens, output_tokens, usd: usd === 0 ? null : usd };
  });
}

export function usagePerItem(usage: readonly ModelUsage[], items: number): DataCard['usage_per_item'] {
  if (usage.length === 0 || items === 0) return null;
  const tokens = usage.reduce((sum, { input_tokens, output_tokens }) => sum + input_tokens + output_tokens, 0);
  const usd = usage.reduce((sum, model) => sum + (model.usd ?? 0), 0);
  return { tokens: tokens / items, usd: usd === 0 ? null : usd / items };
}
