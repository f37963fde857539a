/** A graph as a file or a page. */
export type { FileLink, FileNode, GraphEvidence, GraphFile } from './graph.ts';
export { graphml } from './graphml.ts';
export { jsonLd } from './json-ld.ts';
export type { PagePassage, PagePassages } from './page/data.ts';
export { PAGE_SCRIPT, graphPage } from './page/page.ts';
export type { LinkWithPassages } from './page/page.ts';
export { passageOf } from './page/passage.ts';
