/** Media type with which Markdown is stored and downloaded. */
export const MARKDOWN_TYPE = 'text/markdown; charset=utf-8';
