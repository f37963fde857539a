import type { ConverterEngineId, EngineId } from '../../../engines/parse/catalog.ts';
import type { CallProvider } from '../../../engines/parse/provider.ts';
import type { ParsedDocument, ParseInput } from '../../../engines/parse/documents/index.ts';
import type { Step } from '../../step/step.ts';
import { convertInCloud } from './convert-in-cloud.ts';
import type { CloudDependencies } from './convert-in-cloud.ts';
import { convertWithDocling } from './convert-with-docling.ts';

export interface ConverterDependencies extends CloudDependencies {
  /**
   * Calls the docling-serve that converts for document AI instead of the local models; `null` when none is configured.
   */
  readonly callDocling: CallProvider | null;
}

/** What converts: a process of the worker, or a remote service. */
export type Converter =
  | { readonly where: 'process'; readonly engine_id: ConverterEngineId }
  | {
      readonly where: 'llama_cloud' | 'docling';
      readonly engine_id: EngineId;
      readonly convert: (input: ParseInput, step: Step) => Promise<ParsedDocument>;
    };

export function converterOf(dependencies: ConverterDependencies, engine_id: EngineId): Converter {
  const { callDocling } = dependencies;
  if (engine_id === 'cloud_document_parser')
    return { where: 'llama_cloud', engine_id, convert: (input, step) => convertInCloud(dependencies, input, step) };
  if (engine_id === 'document_ai_converter' && callDocling !== null)
    return { where: 'docling', engine_id, convert: (input, step) => convertWithDocling(callDocling, input, step) };
  return { where: 'process', engine_id };
}
