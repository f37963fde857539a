/** Fields of an engine that the catalogs of all domains share. */
export interface CatalogEntry<Id extends string = string> {
  readonly engine_id: Id;
  /** Increases with every change of the output for the same input and options. */
  readonly version: string;
  readonly title: string;
  readonly description: string;
  /** Task queue whose workers run the engine. */
  readonly task_queue: string;
  /** Name of the secret that the engine requires; `null` when it needs none. */
  readonly secret: string | null;
  /** Whether its work costs money at an external provider. */
  readonly is_paid: boolean;
}
