import type { Static } from 'typebox';
import type { Config } from '../../platform/config.ts';
import type { JobKind } from '../../domain/jobs/model.ts';
import type { JobLinks } from './schemas.ts';

/** Where each kind of job is read when it succeeded. */
const RESULT_PATHS: Readonly<Record<JobKind, (jobId: string) => string>> = {
  parse: (jobId) => `/v1/parse/jobs/${jobId}/result`,
};

export function jobLinks({ temporal }: Config, kind: JobKind, jobId: string): Static<typeof JobLinks> {
  const self = `/v1/jobs/${jobId}`;
  return {
    self,
    events: `${self}/events`,
    cancel: `${self}/cancel`,
    result: RESULT_PATHS[kind](jobId),
    temporal_ui: temporal.uiUrl && `${temporal.uiUrl}/namespaces/${temporal.namespace}/workflows/${jobId}`,
  };
}
