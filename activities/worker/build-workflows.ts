/** `npm run build:workflows`: builds the workflow bundles in advance, so that workers start faster. */
import { DefaultLogger } from '@temporalio/worker';
import { readOptions } from '../../platform/command-line.ts';
import { buildWorkflowBundle } from './workflow-bundle.ts';

readOptions('npm run build:workflows', {});
const logger = new DefaultLogger('WARN');
await buildWorkflowBundle('index', logger);
await buildWorkflowBundle('versioned', logger);
