/** What is put under load. */
export interface LoadTarget {
  /** Of the chat or completion operation. */
  readonly url: string;
  /** Name of the key; `null`: none is sent. */
  readonly secret_ref: string | null;
}
