/** What a metric of the catalog is. Each is one file in the folder of its family. */
import type { Static, TObject } from 'typebox';
import { Value } from 'typebox/value';
import { bounded } from './bounded.ts';
import type { Case, CaseField } from '../cases/case.ts';
import type { Judge } from '../judges/model/judge.ts';
import type { EvalType, Unmeasured } from '../options.ts';

/** A score with what it rests on, or why there is none. */
export type Measured = { readonly score: number; readonly evidence: Readonly<Record<string, unknown>> } | NotMeasured;

export interface NotMeasured {
  readonly unmeasured: Unmeasured;
  readonly about?: string;
}

/** How well a metric agrees with people, on a public set with their labels. */
export interface Agreement {
  readonly dataset: string;
  /** What the figure is, such as `AUC`. */
  readonly statistic: string;
  readonly value: number;
  /** AUC of answer length alone, of longer or shorter ones, whichever is better; `null` where it does not apply. */
  readonly lengthBaseline: number | null;
  /** AUC: `good` from .8, `moderate` from .7. Kappa: `good` from .75, `moderate` from .4 (Fleiss 1981). */
  readonly grade: 'good' | 'moderate' | 'useless';
}

/** Vectors of texts, of unit length, in the order in which `embeds` names the texts. */
export interface Given {
  readonly vectors: readonly (readonly number[])[];
}

interface Description {
  readonly key: `${string}.${string}`;
  readonly title: string;
  /** In words. */
  readonly formula: string;
  readonly evalTypes: readonly EvalType[];
  /** Fields of a case that it reads; a case without one of them is not measured. */
  readonly fields: readonly CaseField[];
  /** Fields of which it reads those that there are; a case without any of them is not measured. */
  readonly anyOf?: readonly CaseField[];
  /** Which end of the range is good. */
  readonly direction: 'higher' | 'lower';
  /** Lowest and highest score; `null`: without limit. */
  readonly range: readonly [number, number | null];
  /** Default threshold; `null`: none is meaningful for all data. */
  readonly threshold: number | null;
  /** The paper or definition that it follows. */
  readonly source: string;
  /** Of the built-in judge, or of the computation. */
  readonly agreement: readonly Agreement[];
}

/**
 * How a case is measured; its fields are present. A metric has `compute` when there is nothing to judge; otherwise one
 * of the judges or both.
 */
interface Branches<P> {
  readonly compute?: (subject: Case, parameters: P, given: Given) => Measured;
  readonly builtIn?: (subject: Case, parameters: P, given: Given) => Measured;
  readonly byModel?: (subject: Case, parameters: P, judge: Judge) => Promise<Measured>;
  /**
   * Texts whose vectors `compute` and `builtIn` compare: none may be empty. Absent for metrics that need no embedding
   * model.
   */
  readonly embeds?: (subject: Case, parameters: P) => readonly string[];
}

export interface MetricSpec<P extends TObject> extends Description, Branches<Static<P>> {
  readonly parameters: P;
}

/** Who can judge. */
export type JudgeKind = 'built_in' | 'model';

/** A metric as the catalog shows it. */
export interface DescribedMetric extends Description {
  readonly parameters: TObject;
  readonly judges: readonly JudgeKind[];
  readonly needsEmbedding: boolean;
}

export interface Metric extends DescribedMetric {
  /** Parameters were checked against the schema; defaults are filled in. */
  readonly textsToEmbed: (subject: Case, parameters: unknown) => readonly string[];
  /** Measures without a model. Only for metrics without judges, or with the built-in one. */
  readonly measure: (subject: Case, parameters: unknown, given: Given) => Measured;
  /** Measures by a language model. Only for metrics that a model can judge. */
  readonly measureByModel: (subject: Case, parameters: unknown, judge: Judge) => Promise<Measured>;
}

/** Declares a metric. What it measures is only called for cases that have its fields. */
export function defineMetric<P extends TObject>(spec: MetricSpec<P>): Metric {
  const { compute, builtIn, byModel, embeds, ...description } = spec;
  const computed = compute ?? builtIn;
  const filled = (parameters: unknown): Static<P> =>
    Value.Parse(spec.parameters, Value.Default(spec.parameters, Value.Clone(parameters)));
  const missing = (subject: Case): Measured | null => {
    const lacks = (name: CaseField): boolean => subject[name] === undefined;
    const field = spec.fields.find(lacks) ?? (spec.anyOf?.every(lacks) ? spec.anyOf[0] : undefined);
    return field === undefined ? null : { unmeasured: 'field_missing', about: field };
  };
  return {
    ...description,
    judges: [...(builtIn ? (['built_in'] as const) : []), ...(byModel ? (['model'] as const) : [])],
    needsEmbedding: embeds !== undefined,
    textsToEmbed: (subject, parameters) =>
      embeds === undefined || missing(subject) !== null ? [] : embeds(subject, filled(parameters)),
    measure: (subject, parameters, given) => {
      if (!computed) throw new Error(`${spec.key} is only measured by a model.`);
      return kept(missing(subject) ?? computed(subject, filled(parameters), given));
    },
    measureByModel: async (subject, parameters, judge) => {
      if (!byModel) throw new Error(`${spec.key} is not measured by a model.`);
      return kept(missing(subject) ?? (await byModel(subject, filled(parameters), judge)));
    },
  };
}

const kept = (measured: Measured): Measured =>
  'score' in measured ? { ...measured, evidence: bounded(measured.evidence) } : measured;
