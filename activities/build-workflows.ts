/** `npm run build:workflows`: builds the workflow bundles, so that workers need not when they start. */
import { DefaultLogger } from '@temporalio/worker';
import { buildWorkflowBundle } from './workflow-bundle.ts';

const logger = new DefaultLogger('WARN');
await buildWorkflowBundle('index', logger);
await buildWorkflowBundle('versioned', logger);
