import { openDetector } from './detection.ts';
import type { DetectLines } from './detection.ts';
import { openRecogniser } from './recognition.ts';
import type { RecogniseLines } from './recognition.ts';
import type { DocumentAiRuntime } from './runtime.ts';

export interface Models {
  readonly detect: DetectLines;
  readonly recognise: RecogniseLines;
}

let loading: Promise<Models> | null = null;

/** The models, loaded once a process. Throws `unavailable` when they are absent; the next call tries again. */
export function loadModels(runtime: DocumentAiRuntime): Promise<Models> {
  loading ??= open(runtime).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function open(runtime: DocumentAiRuntime): Promise<Models> {
  const [detect, recognise] = await Promise.all([openDetector(runtime), openRecogniser(runtime)]);
  return { detect, recognise };
}
