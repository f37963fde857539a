/** Texts that are shown in part. */

/** Characters of a text that stands for a whole case. */
export const HEADLINE = 160;

export const clipped = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)} …` : text);
