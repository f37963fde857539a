import type { Static } from 'typebox';
import type { Config } from '../../domain/settings.ts';
import { KINDS_OF_JOBS } from '../../domain/jobs/model.ts';
import type { JobKind } from '../../domain/jobs/model.ts';
import type { JobLinks } from './schemas.ts';

export function jobLinks({ temporal }: Config, kind: JobKind, jobId: string): Static<typeof JobLinks> {
  const self = `/v1/jobs/${jobId}`;
  return {
    self,
    events: `${self}/events`,
    cancel: `${self}/cancel`,
    result: KINDS_OF_JOBS[kind].result.replace('{jobId}', jobId),
    temporal_ui: temporal.uiUrl && `${temporal.uiUrl}/namespaces/${temporal.namespace}/workflows/${jobId}`,
  };
}
