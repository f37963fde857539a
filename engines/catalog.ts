/** What the catalogue of every domain says of an engine. */
export interface CatalogEntry<Id extends string = string> {
  readonly engine_id: Id;
  /** Rises with every change of the output for the same input and options. */
  readonly version: string;
  readonly title: string;
  readonly description: string;
  /** Task queue whose workers run the engine. */
  readonly task_queue: string;
  /** Name of the secret without which the engine cannot work; `null` when it needs none. */
  readonly secret: string | null;
  /** Whether its work is paid for, at a provider outside the installation. */
  readonly is_paid: boolean;
}
