import { List, Named, Nullable, Text, Timestamp, Whole } from '../contract/schema.ts';

export const HealthResponse = Named('HealthResponse', 'Whether the service can do its work.', {
  status: Text('`ok`, or `unavailable` when a dependency is unavailable.', 'ok'),
  version: Text('Version of the service.', '0.0.1'),
  checked_at: Timestamp('When it was checked.'),
  checks: List(
    Named('HealthCheck', 'One dependency.', {
      name: Text('What was checked.', 'temporal'),
      status: Text('`ok` or `unavailable`.', 'ok'),
      latency_ms: Whole('How long the check took.', 4),
      error: Nullable(Text('What is wrong, and how to fix it.', 'No worker polls the task queue "parse".')),
    }),
    'The dependencies; empty for liveness.',
  ),
});
