import { createDocling, convertAtDocling } from '../../../engines/parse/document_ai_converter/docling/index.ts';
import type { CallProvider } from '../../../engines/parse/provider.ts';
import type { ParsedDocument, ParseInput } from '../../../engines/parse/documents/index.ts';
import type { Step } from '../../step/step.ts';

/**
 * Converts a source at the service. The ID of its task becomes the step's checkpoint before the wait begins, so a later
 * attempt resumes the wait. A task that failed or was lost is forgotten.
 */
export function convertWithDocling(
  callDocling: CallProvider,
  input: ParseInput,
  { checkpoint, keep, signal, onProgress }: Pick<Step, 'checkpoint' | 'keep' | 'signal' | 'onProgress'>,
): Promise<ParsedDocument> {
  return convertAtDocling(input, {
    provider: createDocling(callDocling),
    remoteJobId: typeof checkpoint === 'string' ? checkpoint : null,
    onBegun: keep,
    onLost: () => keep(null),
    signal,
    onProgress,
  });
}
