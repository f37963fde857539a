/** What the heading above a passage announces. */
import type { Passage } from '../measures/passage.ts';

export interface Topics {
  /** Other things than the page's own: similar products, newsletters. */
  readonly isOther: boolean;
  readonly isReview: boolean;
  readonly isDescription: boolean;
}

const OTHER =
  /related|recommend|you (?:may|might)|also (?:like|bought|viewed)|similar|more from|recently viewed|trending|popular|customers|newsletter|sign up|follow us|frequently bought|compare|share|explore|latest/i;
const REVIEW = /reviews?|ratings?|questions|q&a/i;
const DESCRIPTION = /description|details?|specs|specifications?|features?|overview|about|materials?|what|why|how/i;

const NONE: Topics = { isOther: false, isReview: false, isDescription: false };

export const isHeading = ({ place }: Passage): boolean => /^h[1-6]$/.test(place.box.tagName);

/** For each passage; a heading announces itself as well. */
export function headingTopics(passages: readonly Passage[]): Topics[] {
  let topics = NONE;
  return passages.map((passage) => {
    const { text } = passage;
    if (isHeading(passage)) {
      topics = { isOther: OTHER.test(text), isReview: REVIEW.test(text), isDescription: DESCRIPTION.test(text) };
    }
    return topics;
  });
}
