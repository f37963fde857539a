/** What a caller wants made, and the plan of making it. */
export { LEAST_WORDS, isTooShort } from './bounds.ts';
export { ModelOrderShape } from './model-order.ts';
export type { ModelOrder } from './model-order.ts';
export type { Order } from './order.ts';
export { planOf } from './plan.ts';
