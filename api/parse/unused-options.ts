/** Options of a request that nothing in it uses. */
import { ENGINE_CATALOG, isRequestOption } from '../../engines/parse/catalog.ts';
import type { SourceKind } from '../../engines/parse/catalog.ts';
import { isFetchOption } from '../../engines/parse/options.ts';
import type { RequestOption } from '../../engines/parse/options.ts';
import { reachableEngines } from '../../engines/parse/route.ts';
import type { JobWarning } from '../jobs/schemas.ts';
import type { ParseRequest } from './schemas.ts';

/** One warning per option. It is not an error, because clients send the same options with many requests. */
export function unusedOptions({ sources, engine_id = 'auto', scene = null, options = {} }: UsingRequest): JobWarning[] {
  const kinds = [...new Set(sources.map(kindOf))];
  const isUsed = (option: RequestOption): boolean =>
    kinds
      .filter((kind) => isOpenTo(option, kind))
      .flatMap((kind) => reachableEngines({ engine_id, scene }, kind))
      .some((engine) => engine.used_options[option]);
  return Object.keys(options)
    .filter(isRequestOption)
    .filter((option) => !isUsed(option))
    .map((option) => ({ code: 'unused_option', message: `options.${option} has no effect: ${whyOf(option, kinds)}` }));
}

type UsingRequest = Pick<ParseRequest, 'sources' | 'engine_id' | 'options'> & { readonly scene?: string | null };

const kindOf = (source: string): SourceKind => (/^https?:/i.test(source) ? 'url' : 'object');

/** Only URLs are fetched. */
const isOpenTo = (option: RequestOption, kind: SourceKind): boolean => kind === 'url' || !isFetchOption(option);

function whyOf(option: RequestOption, kinds: readonly SourceKind[]): string {
  if (!kinds.some((kind) => isOpenTo(option, kind))) return 'no source is a URL. Omit it.';
  const users = ENGINE_CATALOG.filter(
    ({ used_options, source_kinds }) => used_options[option] && source_kinds.some((kind) => kinds.includes(kind)),
  );
  const ways = users.map(({ engine_id }) => `engine_id to ${engine_id}`);
  // Of the engines that are not named, a paid one works only for a scene that it offers.
  if (users.every(({ is_paid }) => is_paid)) ways.push(...users.map((engine) => `scene to ${engine.default_scene}`));
  const otherwise = ways.length === 0 ? '' : `, or set ${ways.join(' or ')}`;
  return `no engine of this request uses it. Omit it${otherwise}.`;
}
