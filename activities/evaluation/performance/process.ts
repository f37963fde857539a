/**
 * Entry point of the load generator: a process of its own, so that nothing else of the worker delays the times that it
 * takes.
 */
import { serveProcessPool } from '../../../platform/process-pool/child.ts';
import { runLevel } from './generator.ts';

const loadCalls = { runLevel };
export type LoadCalls = typeof loadCalls;

serveProcessPool(loadCalls);
