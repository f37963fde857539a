/**
 * Ends the children of a supervisor that was killed. Runs beside it, given the registry's file, the supervisor's process and,
 * as standard input, a pipe: the system closes it when the supervisor ends, however it ends.
 */
import { endLeftovers } from './registry.ts';

const [file = '', supervisor = ''] = process.argv.slice(2);
process.stdin.resume().once('close', () => void endLeftovers(file, Number(supervisor)));
