/** How a file is cut into parts, and whether the parts that a completion names are all there. Pure. */
import type { UploadedPart } from '../../../platform/objects/multipart.ts';
import type { ValidationIssue } from '../../contract/validation.ts';

const MIB = 1024 ** 2;
/** Bounds of S3. */
export const MAX_PARTS = 10_000;
export const MAX_OBJECT_BYTES = 5 * 1024 ** 4;

/** Maximum number of issues in a response. */
const MAX_ISSUES = 100;

export interface PartPlan {
  readonly partBytes: number;
  readonly sizeBytes: number;
}

/** `null`: in one part. Parts have the usual size, or whole MiB more when there would be more than 10,000. */
export function planParts(sizeBytes: number | undefined, usualPartBytes: number): PartPlan | null {
  if (sizeBytes === undefined || sizeBytes <= usualPartBytes) return null;
  const smallest = Math.ceil(sizeBytes / MAX_PARTS / MIB) * MIB;
  return { partBytes: Math.max(usualPartBytes, smallest), sizeBytes };
}

export function partCount({ partBytes, sizeBytes }: PartPlan): number {
  return Math.ceil(sizeBytes / partBytes);
}

/** Bytes of one part, from 1: the last has the rest. */
export function partSize(plan: PartPlan, partNumber: number): number {
  const { partBytes, sizeBytes } = plan;
  return partNumber < partCount(plan) ? partBytes : sizeBytes - (partCount(plan) - 1) * partBytes;
}

export interface NamedPart {
  readonly part_number: number;
  readonly etag: string;
}

/** Every part that is missing, repeated, unknown, or other than the object store holds it. Empty when all is well. */
export function checkParts(
  plan: PartPlan,
  named: readonly NamedPart[],
  received: readonly UploadedPart[],
): ValidationIssue[] {
  const count = partCount(plan);
  const stored = new Map(received.map((part) => [part.partNumber, part]));
  const seen = new Set<number>();
  const issues: ValidationIssue[] = [];
  for (const [index, { part_number, etag }] of named.entries()) {
    const fault = seen.has(part_number)
      ? { type: 'part_repeated', msg: `Part ${part_number} is listed twice.` }
      : faultOf(plan, part_number, etag, stored.get(part_number));
    seen.add(part_number);
    if (fault) issues.push({ loc: ['body', 'parts', index], ...fault });
    if (issues.length >= MAX_ISSUES) return issues;
  }
  for (let number = 1; number <= count && issues.length < MAX_ISSUES; number++) {
    if (seen.has(number)) continue;
    issues.push({
      loc: ['body', 'parts'],
      type: 'part_missing',
      msg: `Part ${number} of ${count} is not listed.`,
    });
  }
  return issues;
}

function faultOf(
  plan: PartPlan,
  number: number,
  etag: string,
  stored: UploadedPart | undefined,
): { readonly type: string; readonly msg: string } | null {
  if (number > partCount(plan))
    return { type: 'part_unknown', msg: `There is no part ${number}: the upload has ${partCount(plan)}.` };
  if (!stored) return { type: 'part_missing', msg: `Part ${number} has not arrived.` };
  if (stored.etag !== etag.replaceAll('"', ''))
    return { type: 'part_etag', msg: `Part ${number} has the ETag ${stored.etag} in the object store.` };
  const wanted = partSize(plan, number);
  if (stored.bytes !== wanted)
    return { type: 'part_size', msg: `Part ${number} has ${stored.bytes} bytes, but ${wanted} are expected.` };
  return null;
}
