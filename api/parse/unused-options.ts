/** Options of a request that nothing in it uses. */
import { ENGINE_CATALOG } from '../../engines/parse/catalog.ts';
import type { JobWarning } from '../jobs/schemas.ts';
import type { ParseRequest } from './schemas.ts';

/** Options that a crawl ignores: it recognizes no text, makes no further formats, and reads pages with neither cache nor browser settings. */
const NOT_OF_CRAWLS = [
  ...['max_age_seconds', 'languages', 'ocr', 'cache', 'formats', 'password_ref'],
  ...['request_headers', 'wait_for', 'screenshot'],
] as const;

/** Options of fetching. */
const OF_URLS = ['request_headers', 'wait_for', 'screenshot'] as const;

const crawler = 'web_crawler';

/** One warning per option. It is not an error, because clients send the same options with many requests. */
export function unusedOptions({ sources, engine_id = 'auto', scene, options = {} }: ParseRequest): JobWarning[] {
  const warn = (option: string, why: string): JobWarning => ({
    code: 'unused_option',
    message: `options.${option} has no effect: ${why}`,
  });
  const warnings: JobWarning[] = [];
  if (options.crawl && engine_id !== crawler) {
    warnings.push(warn('crawl', `only the engine ${crawler} crawls. Set engine_id to it, or omit the option.`));
  }
  if (options.cloud && !reachesProvider(engine_id, scene)) {
    const paid = ENGINE_CATALOG.filter(({ is_paid }) => is_paid).map((engine) => engine.engine_id);
    const scenes = ENGINE_CATALOG.filter(({ is_paid }) => is_paid).flatMap((engine) => engine.scenes);
    const fix = `Set engine_id to ${paid.join(' or ')} or request the scene ${scenes.join(' or ')}, or omit the option.`;
    warnings.push(warn('cloud', `this request uses no engine of an external provider. ${fix}`));
  }
  if (!sources.some((source) => /^https?:/i.test(source))) {
    for (const option of OF_URLS.filter((name) => name in options)) {
      warnings.push(warn(option, 'no source is a URL. Omit it.'));
    }
  }
  if (engine_id === crawler) {
    for (const option of NOT_OF_CRAWLS.filter((name) => name in options)) {
      warnings.push(warn(option, `the engine ${crawler} does not use it. Omit it.`));
    }
  }
  return warnings;
}

/** By the rules of engines/parse/route.ts: a paid engine works when it is named, or offers the scene that is asked for. */
function reachesProvider(engineId: string, scene: string | undefined): boolean {
  if (engineId === crawler) return false;
  return ENGINE_CATALOG.some(
    ({ engine_id, is_paid, scenes }) =>
      is_paid && (engine_id === engineId || scenes.some((offered) => offered === scene)),
  );
}
