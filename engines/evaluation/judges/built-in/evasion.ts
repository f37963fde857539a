/** Answers that evade the question: refusals, excuses and questions in return, in English. */

const EVASIONS: readonly RegExp[] = [
  /\bi (?:do not|don['’]t|cannot|can['’]t|could not|couldn['’]t|am not able to|am unable to|have no)\b[^.]{0,60}\b(?:know|information|access|answer|find|provide|determine|sure|tell|help)\b/i,
  /\bi(?:['’]m| am) (?:sorry|not sure|unable|afraid|not certain)\b/i,
  /\bas an ai\b|\bbeyond my\b|\bwould need more\b|\blet me know if\b|\bgreat question\b/i,
  /\bunable to (?:provide|find|determine|answer)\b|\bcannot be determined\b|\bnot enough information\b/i,
  /\bno (?:information|data|records?) (?:is |are )?(?:available|found|provided)\b/i,
  /\bnot (?:mentioned|specified|provided|stated)\b/i,
  /\bit (?:is|['’]s) (?:unclear|not clear|hard to say)\b|\b(?:impossible|difficult) to (?:say|answer|determine)\b/i,
  /\bplease (?:consult|contact|check|provide|clarify)\b|\b(?:could|can) you (?:please )?(?:clarify|specify|provide)\b/i,
  /\bdepends on (?:many|various|several)\b/i,
];

/** Whether an answer has a phrase of refusal or evasion. It may answer the question all the same. */
export const isEvasive = (answer: string): boolean => EVASIONS.some((evasion) => evasion.test(answer));
