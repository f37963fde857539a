/** The sources of a request, judged as far as they can be before their jobs begin. */
import { parseLocator } from '../../domain/parse/locator.ts';
import type { Locator } from '../../domain/parse/locator.ts';
import type { ValidationIssue } from '../contract/validation.ts';
import type { Caller } from '../../domain/identity/identity.ts';
import type { Services } from '../services.ts';
import { currentVersion, findReadable } from '../../domain/storage/objects.ts';
import type { ReadableObjects } from '../../domain/storage/objects.ts';

/** A locator and its place among the sources. */
export interface PlacedLocator {
  readonly locator: Locator;
  readonly index: number;
}

/** Every source as a locator, and an issue for each that is none, or none to crawl. */
export function readSources(
  sources: readonly string[],
  bucket: string,
  isCrawl: boolean,
): { readonly locators: readonly PlacedLocator[]; readonly issues: readonly ValidationIssue[] } {
  const issues: ValidationIssue[] = [];
  const locators: PlacedLocator[] = [];
  for (const [index, source] of sources.entries()) {
    const locator = parseLocator(source, bucket);
    if ('fault' in locator) issues.push(issue(index, locator.fault, 'locator'));
    else if (isCrawl && locator.kind !== 'url') {
      issues.push(issue(index, 'Only URLs can be crawled. Choose another engine for stored objects.', 'locator'));
    } else locators.push({ locator, index });
  }
  return { locators, issues };
}

/** The stored objects among the sources that the caller may read, from one query. */
export function readableObjects(
  services: Services,
  caller: Caller,
  locators: readonly PlacedLocator[],
): Promise<ReadableObjects> {
  const ids = locators.flatMap(({ locator }) => (locator.kind === 'object' ? [locator.object_id] : []));
  return findReadable(services, caller, [...new Set(ids)]);
}

/**
 * An issue for each stored object whose job could only fail. The message is the same whether the object does not exist,
 * belongs to another tenant or is hidden by its policy, so that callers cannot tell which.
 */
export function objectIssues(locators: readonly PlacedLocator[], objects: ReadableObjects): ValidationIssue[] {
  return locators.flatMap(({ locator, index }) => {
    if (locator.kind === 'url') return [];
    const { object_id } = locator;
    const object = objects.get(object_id);
    if (!object) {
      const fix =
        "Check the object ID, your token's tenant and, if the object's policy requires one, the " +
        'X-Access-Purpose header.';
      const msg = `There is no object ${object_id} that you may read. ${fix}`;
      return [issue(index, msg, 'unknown_object')];
    }
    if (currentVersion(object).sizeBytes > 0n) return [];
    return [issue(index, `The object ${object_id} has 0 bytes. Upload a file that is not empty.`, 'empty_object')];
  });
}

function issue(index: number, msg: string, type: string): ValidationIssue {
  return { loc: ['body', 'sources', index], msg, type };
}
