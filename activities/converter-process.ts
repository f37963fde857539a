/** Entry of a converter process. */
import { runEngine } from '../engines/parse/engines.ts';
import type { ParsedDocument, Progress } from '../engines/parse/types.ts';
import { serveProcessPool } from '../platform/process-pool-child.ts';
import type { ConverterRequest } from './converters.ts';

serveProcessPool<ConverterRequest, ParsedDocument, Progress>(({ engine_id, input }, context) =>
  runEngine(engine_id, input, context),
);
