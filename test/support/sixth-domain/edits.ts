/** The entries of the domain in files that all domains share, by the guide "A new domain" of docs/extending.md. */

/** Text to insert before the one place of a file that has `before`. */
export interface Insertion {
  readonly before: string;
  readonly text: string;
}

type Edits = Readonly<Record<string, readonly Insertion[]>>;

/** The six shared files of the guide. */
export const SHARED_FILES = {
  'domain/manifests/index.ts': [
    { before: "import { webhook } from './webhook.ts';", text: "import { tally } from './tally.ts';\n" },
    { before: 'webhook,\n} as const', text: 'tally,\n  ' },
  ],
  'prisma/schema.prisma': [
    {
      before: 'generator client {',
      text: `/// A text whose words a tally has counted.
model TallyCount {
  id        String   @id
  jobId     String   @map("job_id")
  position  Int
  source    String
  words     Int
  createdAt DateTime @map("created_at") @db.Timestamptz(3)

  @@index([jobId, position])
  @@map("tally_count")
}

`,
    },
  ],
  'errors/index.ts': [
    { before: "import { WEBHOOK_ERRORS } from './webhook.ts';", text: "import { TALLY_ERRORS } from './tally.ts';\n" },
    { before: '  ...PARSE_ERRORS,', text: '  ...TALLY_ERRORS,\n' },
  ],
  'workflows/index.ts': [
    { before: "export { deliverWebhook } from './webhook.ts';", text: "export { tallyJob } from './tally.ts';\n" },
  ],
  'activities/worker/activities.ts': [
    {
      before: "import { createWebhookActivities } from '../webhook/index.ts';",
      text: "import { createTallyActivities } from '../tally/index.ts';\n",
    },
    {
      before: '  webhook: (parts) =>',
      text: '  tally: (parts) => ({ local: {}, queued: createTallyActivities(parts) }),\n',
    },
  ],
  'api/routes.ts': [
    {
      before: "import { storageRoutes } from './storage/routes.ts';",
      text: "import { tallyRoutes } from './tally/routes.ts';\n",
    },
    { before: '};\n\nexport const routes', text: '  tally: tallyRoutes,\n' },
  ],
} as const satisfies Edits;

/** What new error codes need beside them. */
export const DOCUMENTED_ERRORS = {
  'docs/errors.md': [
    {
      before: '## encrypted\n',
      text: `## no_words

The text has no words.

The address of a text of a tally answered with nothing that has a letter, so that there is nothing to count.

- HTTP status: none, job error
- Retry: no
- Fix: Put words at the address, then retry the job.

`,
    },
  ],
} as const satisfies Edits;
