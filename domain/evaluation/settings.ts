/** Settings of evaluations: how much load performance runs may generate, and which endpoints receive keys. */
import type { SettingsReader } from '../../platform/config/reader.ts';

export interface EvaluationSettings {
  /** Requests in flight of a performance run. */
  readonly maxParallel: number;
  /** Requests a second of an open loop. */
  readonly maxRate: number;
  /** Measured requests of a level. */
  readonly maxRequests: number;
  readonly maxLevelSeconds: number;
  /** The origin that may receive the secret `target_<name>`, by name. */
  readonly targetOrigins: Readonly<Record<string, string>>;
}

export function readEvaluation(reader: SettingsReader): EvaluationSettings {
  const { integer } = reader;
  return {
    maxParallel: integer('EVAL_MAX_PARALLEL', 256, 1),
    maxRate: integer('EVAL_MAX_RATE', 200, 1),
    maxRequests: integer('EVAL_MAX_REQUESTS', 20_000, 1),
    maxLevelSeconds: integer('EVAL_MAX_LEVEL_SECONDS', 600, 1),
    targetOrigins: readOrigins(reader),
  };
}

/** `staging=https://llm.example.com` */
function readOrigins({ list, problems }: SettingsReader): Record<string, string> {
  const origins: Record<string, string> = {};
  for (const item of list('EVAL_TARGET_ORIGINS', '')) {
    const [, name, origin = ''] = /^([a-z][a-z0-9_]{0,50})=(https?:\/\/.{1,255})$/.exec(item) ?? [];
    if (name === undefined || URL.parse(origin)?.origin !== origin) {
      problems.push(
        `EVAL_TARGET_ORIGINS has "${item}". Fix: give the name of a key and the origin that may receive it, ` +
          'such as staging=https://llm.example.com.',
      );
    } else origins[name] = origin;
  }
  return origins;
}
