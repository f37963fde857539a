/** By folder of the project, what it is and what of the others it may import. */
export const LAYERS: Readonly<Record<string, { readonly is: string; readonly may: Readonly<Record<string, unknown>> }>>;
/** Whether one file of the project may import another; both by their paths from its root. */
export function isAllowed(root: string, from: string, to: string, isType: boolean): boolean;
