/** By folder of the project, what it is and what of the others it may import. */
export const LAYERS: Readonly<Record<string, { readonly is: string; readonly may: Readonly<Record<string, unknown>> }>>;
/** Whether a file of the folder may import `path` of the folder `target`. */
export function isAllowed(folder: string, target: string, path: string, isType: boolean): boolean;
