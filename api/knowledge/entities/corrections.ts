/** Corrections of persons about names: made and shown. */
import { ServiceError } from '../../../errors/index.ts';
import type { Caller } from '../../../domain/identity/identity.ts';
import {
  normalForms,
  readableDocuments,
  readableNames,
  addCorrection,
  listCorrections,
} from '../../../domain/knowledge/graph/index.ts';
import type { Correction, NewCorrection } from '../../../domain/knowledge/graph/index.ts';
import { findDataset } from '../../../domain/knowledge/datasets/index.ts';
import { ValidationError, bodyIssue } from '../../contract/validation.ts';
import type { ValidationIssue } from '../../contract/validation.ts';
import type { Services } from '../../services.ts';
import type { KnowledgeCorrection, MergeRequest, SplitRequest } from './schemas.ts';

const issueAt = (loc: ValidationIssue['loc'], msg: string): ValidationIssue => bodyIssue(loc, msg, 'entity');

export async function mergeNames(
  services: Services,
  caller: Caller,
  datasetId: string,
  { names: spellings, main }: MergeRequest,
): Promise<KnowledgeCorrection> {
  const { id } = await findDataset(services.database, caller, { dataset_id: datasetId });
  const names = normalForms(main === undefined ? spellings : [main, ...spellings]);
  if (main !== undefined && !names.includes(names[0] ?? '', 1)) {
    throw new ValidationError([issueAt(['main'], 'Give one of the names as main.')]);
  }
  await checkNames(services, caller, id, spellings);
  return correct(services, caller, id, { kind: 'merge', names: [...new Set(names)], senses: null });
}

export async function splitNames(
  services: Services,
  caller: Caller,
  datasetId: string,
  request: SplitRequest,
): Promise<KnowledgeCorrection> {
  const { id } = await findDataset(services.database, caller, { dataset_id: datasetId });
  if ('names' in request) {
    await checkNames(services, caller, id, request.names);
    return correct(services, caller, id, { kind: 'separate', names: normalForms(request.names), senses: null });
  }
  const [name = ''] = normalForms([request.name]);
  const senses = request.senses.map((sense) => sense.document_ids);
  const documents = await readableDocuments(services.database, caller, id, senses.flat(), name);
  const known = await readableNames(services.database, caller, id, [name]);
  const isKnown = known.has(name);
  const issues = isKnown ? [] : [issueAt(['name'], 'No document that you may read mentions it.')];
  const seen = new Set<string>();
  for (const [sense, documentIds] of senses.entries()) {
    for (const [at, document] of documentIds.entries()) {
      const loc = ['senses', sense, 'document_ids', at];
      if (!documents.has(document)) issues.push(issueAt(loc, 'The dataset has no such document that you may read.'));
      else if (isKnown && documents.get(document) === false)
        issues.push(issueAt(loc, `The document does not mention "${request.name}". List documents that mention it.`));
      else if (seen.has(document)) issues.push(issueAt(loc, 'Give a document to one sense only.'));
      seen.add(document);
    }
  }
  if (issues.length > 0) throw new ValidationError(issues);
  return correct(services, caller, id, { kind: 'split', names: [name], senses });
}

/** Each name is another one, and one that readable documents mention. */
async function checkNames(
  { database }: Services,
  caller: Caller,
  datasetId: string,
  spellings: readonly string[],
): Promise<void> {
  const names = normalForms(spellings);
  const known = await readableNames(database, caller, datasetId, names);
  const issues = names.flatMap((name, at) => {
    if (!known.has(name)) return [issueAt(['names', at], 'No document that you may read mentions it.')];
    return names.indexOf(name) < at ? [issueAt(['names', at], 'It is the same name as one before it.')] : [];
  });
  if (issues.length > 0) throw new ValidationError(issues);
}

async function correct(
  { database }: Services,
  caller: Caller,
  datasetId: string,
  correction: NewCorrection,
): Promise<KnowledgeCorrection> {
  const { id } = await addCorrection(database, caller, datasetId, correction);
  const [row] = await listCorrections(database, caller, datasetId, { id: String(id) }, '0', 1);
  if (row === undefined) throw new ServiceError('not_found', 'The correction was undone.');
  return correctionOf(row);
}

export const correctionOf = ({
  id,
  jobId,
  senses,
  createdAt,
  names,
  reasons,
  ...row
}: Correction): KnowledgeCorrection => ({
  ...row,
  correction_id: id,
  job_id: jobId,
  created_at: createdAt.toISOString(),
  names: [...names],
  reasons: [...reasons],
  senses: senses === null ? null : senses.map((documents) => ({ document_ids: [...documents] })),
});
