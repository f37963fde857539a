/** What items are to be made from, as far as the caller may read it. */
import type { SourceInput } from '../../activities/synthesis/types.ts';
import type { Caller } from '../../domain/identity/identity.ts';
import { findDataset } from '../../domain/knowledge/datasets/index.ts';
import { drawPassages } from '../../domain/knowledge/documents/index.ts';
import { findReadable } from '../../domain/storage/objects.ts';
import { quotableAmong } from '../../domain/synthesis/closed-sources.ts';
import type { Context } from '../../domain/synthesis/orders.ts';
import { ValidationError } from '../contract/validation.ts';
import type { ValidationIssue } from '../contract/validation.ts';
import { selectorOf } from '../knowledge/datasets/datasets.ts';
import type { Services } from '../services.ts';
import { issueAt as issueOf } from './issues.ts';
import { enforceScope } from '../identity/enforce-scope.ts';
import type { SynthesisInput } from './input-schemas.ts';

interface ReadInput {
  /** `null`: the engine needs none. */
  readonly from: SourceInput | null;
  readonly contexts: readonly Context[];
}

/** Members beside `type`, by its value. */
const MEMBERS: Readonly<Record<SynthesisInput['type'], readonly (keyof SynthesisInput)[]>> = {
  contexts: ['contexts'],
  knowledge: ['dataset_id', 'dataset_key', 'node_set'],
  documents: ['document_ids'],
  objects: ['object_ids'],
};

/** Refuses what does not exist, what the caller may not read, and datasets without passages. */
export async function readInput(
  services: Services,
  caller: Caller,
  input: SynthesisInput | undefined,
): Promise<ReadInput> {
  if (input === undefined) return { from: null, contexts: [] };
  const { type, contexts, document_ids, object_ids } = input;
  const other = Object.keys(input).find((name) => name !== 'type' && !MEMBERS[type].some((own) => own === name));
  if (other !== undefined) throw invalid([issueAt([other], `Leave out ${other}: type is ${type}.`)]);
  switch (type) {
    case 'contexts':
      if (!contexts) throw missing('contexts', 'Give 1 to 2,000 texts.');
      return { from: { type }, contexts: contextsOf(contexts) };
    case 'knowledge':
      return { from: await readDataset(services, caller, input), contexts: [] };
    case 'documents':
      if (!document_ids) throw missing('document_ids', 'Give 1 to 100 parsed documents.');
      await enforceDocuments(services, caller, document_ids);
      return { from: { type, document_ids }, contexts: [] };
    case 'objects':
      if (!object_ids) throw missing('object_ids', 'Give 1 to 100 stored objects.');
      await enforceObjects(services, caller, object_ids);
      return { from: { type, object_ids }, contexts: [] };
  }
}

function contextsOf(contexts: NonNullable<SynthesisInput['contexts']>): readonly Context[] {
  const named = contexts.map(({ id, title = '', ...rest }, index) => ({
    id: id ?? `contexts/${index}`,
    title,
    ...rest,
  }));
  const seen = new Set<string>();
  const issues = named.flatMap(({ id }, index) => {
    const isTwice = seen.has(id);
    seen.add(id);
    return isTwice ? [issueAt(['contexts', index, 'id'], `Another text is called ${id}, too.`)] : [];
  });
  if (issues.length > 0) throw invalid(issues);
  return named;
}

async function readDataset({ database }: Services, caller: Caller, input: SynthesisInput): Promise<SourceInput> {
  const { node_set } = input;
  enforceScope(caller, 'knowledge:read');
  const { id } = await findDataset(database, caller, selectorOf(input, ['body', 'input']));
  const drawn = await drawPassages(database, caller, { datasetId: id, nodeSet: node_set, seed: 0, take: 1 });
  if (drawn.length === 0)
    throw invalid([issueAt([], 'The dataset has no passages that you may read. Run Cognify first.')]);
  return { type: 'knowledge', dataset_id: id, ...(node_set !== undefined && { node_set }) };
}

async function enforceDocuments({ database }: Services, caller: Caller, ids: readonly string[]): Promise<void> {
  enforceScope(caller, 'parse:read');
  const quotable = await quotableAmong(database, caller, ids);
  const issues = ids.flatMap((id, index) =>
    quotable.has(id)
      ? []
      : [issueAt(['document_ids', index], `There is no document ${id} that you may read, or its object was deleted.`)],
  );
  if (issues.length > 0) throw invalid(issues);
}

async function enforceObjects({ database }: Services, caller: Caller, ids: readonly string[]): Promise<void> {
  enforceScope(caller, 'storage:read');
  const readable = await findReadable({ database }, caller, ids);
  const issues = ids.flatMap((id, index) =>
    readable.has(id) ? [] : [issueAt(['object_ids', index], `There is no object ${id} that you may read.`)],
  );
  if (issues.length > 0) throw invalid(issues);
}

const missing = (member: string, msg: string): ValidationError => invalid([issueAt([member], msg)]);

const invalid = (issues: readonly ValidationIssue[]): ValidationError => new ValidationError(issues);

const issueAt = (loc: readonly (string | number)[], msg: string): ValidationIssue => issueOf(['input', ...loc], msg);
