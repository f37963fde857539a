/** What operations measure of themselves, in whichever process they are served. */
import type { JobKind } from '../domain/jobs/model.ts';
import type { SearchType } from '../domain/knowledge/search/index.ts';

export type Figure =
  | { readonly name: 'job_started'; readonly kind: JobKind }
  /** By a direct upload. */
  | { readonly name: 'uploaded'; readonly bytes: number }
  | {
      readonly name: 'search';
      readonly type: SearchType;
      /** `partial`: the time was up. */
      readonly outcome: 'found' | 'nothing' | 'partial' | 'failed';
      readonly seconds: number;
      readonly passages: number;
    }
  /** `outcome`: `completed`, or the code of the error. */
  | { readonly name: 'model_call'; readonly model: string; readonly outcome: string; readonly seconds: number }
  /** `source`: the name of the model in the settings. */
  | { readonly name: 'model_usage'; readonly source: string; readonly unit: string; readonly amount: number };

export type RecordFigure = (figure: Figure) => void;
