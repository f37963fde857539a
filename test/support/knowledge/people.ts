/** Names for texts of which a test needs many. */

const words = (...lines: readonly string[]): string[] => lines.flatMap((line) => line.split(' '));
const FIRST_NAMES = words('Ada Ben Cleo Dora Emil Fanny Gero Hanna Ida Jonas Karl Lea Mona Nils Olga');
const LAST_NAMES = words(
  'Ahrens Becker Conrad Decker Ernst Fischer Graf Huber Iske Jansen',
  'Keller Lorenz Maurer Noll Otto Peters Quandt Richter Sommer Thoma',
);

export const lastNames = (count: number): string[] => LAST_NAMES.slice(0, count);

/** Each first name with each last name. */
export const peopleNamed = (firsts: number, lasts: number): string[] =>
  FIRST_NAMES.slice(0, firsts).flatMap((first) => lastNames(lasts).map((last) => `${first} ${last}`));
