/** 0..9, higher is sooner, onto Temporal's five levels, 1..5, lower is sooner: two priorities share a level. */
export function priorityKey(priority: number): number {
  return 5 - Math.floor(priority / 2);
}

/** The priority of a job that was submitted with `submitted`, now that Temporal has it at this level. */
export function currentPriority(submitted: number, key: number | null | undefined): number {
  return !key || key === priorityKey(submitted) ? submitted : (5 - key) * 2 + 1;
}
