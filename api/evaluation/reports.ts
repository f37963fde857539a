/** Reports of evaluations as downloads. */
import type { Static } from 'typebox';
import { REPORTS, reportKey } from '../../domain/evaluation/reports.ts';
import type { StoredReport } from '../../domain/evaluation/results.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import { List, Named, Text, Whole } from '../contract/schema.ts';

/** How long a download URL is valid. */
const URL_TTL_SECONDS = 900;

export const EvalReports = List(
  Named('EvalReport', 'A report file of the run.', {
    name: Text('Its name.', 'report.html'),
    media_type: Text('Its type.', 'text/html; charset=utf-8'),
    bytes: Whole('Its size.', 48_211),
    url: Text('A download URL, valid for 15 minutes. Read the result again for a new one.', 'https://…'),
  }),
  'The run as files: `report.html` for people, all cases or levels as CSV and JSONL, and `result.json`.',
);

/** The reports of a job that the caller may read. A browser saves them: a page of the object store is not trusted. */
export function presentReports(
  objects: Pick<ObjectStore, 'signGet'>,
  jobId: string,
  reports: readonly StoredReport[],
): Promise<Static<typeof EvalReports>> {
  return Promise.all(
    reports.map(async ({ name, bytes }) => ({
      name,
      bytes,
      media_type: REPORTS[name],
      url: await objects.signGet(reportKey(jobId, name), {
        ttlSeconds: URL_TTL_SECONDS,
        disposition: 'attachment',
        filename: `${jobId}-${name}`,
        contentType: REPORTS[name],
      }),
    })),
  );
}
