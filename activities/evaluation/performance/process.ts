/** Entry point of the load generator: a process of its own, so that nothing else of the worker delays the times that it takes. */
import { serveProcessPool } from '../../../platform/process-pool/child.ts';
import type { StoredTally } from '../../../engines/evaluation/performance/tally.ts';
import { runLevel } from './generator.ts';
import type { LevelOrder, LevelProgress } from './order.ts';

serveProcessPool<LevelOrder, StoredTally, LevelProgress>(runLevel);
