/** Temporal, Postgres and S3 that test/run.ts started for all tests. */

export interface TestInfrastructure {
  /** Settings that lead to it, as processes take them from their environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Directory for logs; it is kept when a test fails. */
  readonly logs: string;
  /** Directory for what one file of tests makes and others use. */
  readonly made: string;
  /** Address that makes and ends databases. */
  readonly databases: string;
  /** Address that answers with where the shared system is. */
  readonly sharedSystem: string;
}

/**
 * Carries the infrastructure to the test processes: one variable, so that no setting leaks into tests that need none.
 */
export const INFRASTRUCTURE_VARIABLE = 'TIDEMILL_TEST_INFRASTRUCTURE';

export function infrastructure(): TestInfrastructure {
  const text = process.env[INFRASTRUCTURE_VARIABLE];
  if (!text) throw new Error('This test needs Temporal, Postgres and S3. Fix: run it with "npm test <file>".');
  return JSON.parse(text) as TestInfrastructure;
}

/** One setting of the infrastructure. */
export function setting(name: string): string {
  const value = infrastructure().env[name];
  if (value === undefined) throw new Error(`The infrastructure has no ${name}.`);
  return value;
}
