/** What a metric of the catalog is. Each is one file in the folder of its family. */
import type { Static, TObject } from 'typebox';
import { Value } from 'typebox/value';
import type { Case, CaseField } from '../case.ts';

/** Kinds of evaluations. */
export const EVAL_TYPES = ['rag', 'multi_turn', 'perf', 'agentic', 'custom'] as const;
export type EvalType = (typeof EVAL_TYPES)[number];

/** Why a case has no score. It is then left out of means, and counted. */
export const UNMEASURED = {
  field_missing: 'The case lacks a field that the metric reads.',
  empty_answer: 'The answer has no words.',
  no_context: 'The contexts have no words.',
  no_claim: 'The answer makes no claim that could be checked.',
  needs_model: 'The metric needs a language model as its judge, and none is configured.',
  judge_failed: 'The judge’s output did not match its schema, even after one repair.',
  judge_refused: 'The judge refused the text.',
  target_failed: 'The target did not answer.',
} as const;
export type Unmeasured = keyof typeof UNMEASURED;

/** A score with what it rests on, or why there is none. */
export type Measured =
  | { readonly score: number; readonly evidence: Readonly<Record<string, unknown>> }
  | { readonly unmeasured: Unmeasured; readonly about?: string };

/** How well a metric agrees with people, on a public set with their labels. */
export interface Agreement {
  readonly dataset: string;
  /** What the figure is, such as `AUC`. */
  readonly statistic: string;
  readonly value: number;
  /** The same figure for answer length alone; `null` where it does not apply. */
  readonly lengthBaseline: number | null;
  readonly grade: 'good' | 'moderate' | 'useless';
}

interface Description {
  readonly key: `${string}.${string}`;
  readonly title: string;
  /** In words. */
  readonly formula: string;
  readonly evalTypes: readonly EvalType[];
  /** Fields of a case that it reads; a case without one of them is not measured. */
  readonly fields: readonly CaseField[];
  /** Which end of the range is good. */
  readonly direction: 'higher' | 'lower';
  readonly range: readonly [number, number];
  /** Default threshold of a case; `null`: none is meaningful for all data. */
  readonly threshold: number | null;
  /** Who judges: nobody, the built-in judge, or a language model. */
  readonly judges: readonly ('built_in' | 'model')[];
  /** The paper or definition that it follows. */
  readonly source: string;
  readonly agreement: readonly Agreement[];
}

export interface MetricSpec<P extends TObject> extends Description {
  readonly parameters: P;
  /** The fields are present. */
  readonly measure: (subject: Case, parameters: Static<P>) => Measured;
}

export interface Metric extends Description {
  readonly parameters: TObject;
  /** Parameters were checked against the schema; defaults are filled in. */
  readonly measure: (subject: Case, parameters: unknown) => Measured;
}

/** Declares a metric. What it measures is only called for cases that have its fields. */
export function defineMetric<P extends TObject>({ measure, ...spec }: MetricSpec<P>): Metric {
  return {
    ...spec,
    measure: (subject, parameters) => {
      const missing = spec.fields.find((field) => subject[field] === undefined);
      if (missing !== undefined) return { unmeasured: 'field_missing', about: missing };
      return measure(subject, Value.Parse(spec.parameters, Value.Default(spec.parameters, Value.Clone(parameters))));
    },
  };
}
