/** `npm run build:workflows`: builds the workflow bundle, so that workers need not when they start. */
import { DefaultLogger } from '@temporalio/worker';
import { buildWorkflowBundle } from './workflow-bundle.ts';

await buildWorkflowBundle(new DefaultLogger('WARN'));
