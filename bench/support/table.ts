/** Prints results as a table. */
export interface Row {
  readonly what: string;
  readonly unit: string;
  readonly baselineName: string;
  readonly baseline: number;
  readonly measured: number;
  readonly goal: string;
  /** The measurement was aborted: the figure is a lower bound. */
  readonly isBrokenOff?: boolean;
}

/** Prints figures with their baselines as a Markdown table. */
export function printTable(rows: readonly Row[]): void {
  console.log('| what | unit | baseline | baseline figure | measured | measured / baseline | goal |');
  console.log('|---|---|---|---|---|---|---|');
  for (const { what, unit, baselineName, baseline, measured, goal, isBrokenOff = false } of rows) {
    const ratio = (measured / baseline).toFixed(2);
    const more = isBrokenOff ? '> ' : '';
    console.log(
      `| ${what} | ${unit} | ${baselineName} | ${round(baseline)} | ${more}${round(measured)} | ` +
        `${more}${ratio} | ${goal} |`,
    );
  }
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}
