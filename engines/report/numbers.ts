/** Numbers as a report shows them. */

/** A score: three decimals at most. */
export const score = (value: number): string => String(Number(value.toFixed(3)));

export const scoreOrDash = (value: number | null): string => (value === null ? '–' : score(value));

export const percent = (share: number): string => `${Number((100 * share).toFixed(1))} %`;

export const percentOrDash = (share: number | null): string => (share === null ? '–' : percent(share));

/** Three significant digits; whole from 100 on, with commas between thousands. */
export function figure(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}

export const figureOrDash = (value: number | null): string => (value === null ? '–' : figure(value));

export const count = (value: number): string => value.toLocaleString('en-US');

/** A coordinate of a plot. */
export const coordinate = (value: number): string => String(Number(value.toFixed(2)));
