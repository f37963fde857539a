/** A thread as blocks: each post under a line with its author and time. */
import { readBlocks } from '../../documents/html/blocks.ts';
import { PLAIN, text, type Block, type Inline } from '../../documents/markdown/model.ts';
import { removeAdditions, type Post } from './posts.ts';

export function threadBlocks(posts: readonly Post[], base: string | null): Block[] {
  return posts.flatMap((post, index) => {
    removeAdditions(post.body);
    const content = readBlocks(post.body, base);
    if (content.length === 0) return [];
    const line = bylineOf(post);
    const separator: Block[] = index === 0 ? [] : [{ kind: 'rule' }];
    return [...separator, ...(line.length === 0 ? [] : [{ kind: 'paragraph', content: line } as const]), ...content];
  });
}

/** **Ann Lee** · 3 May 2024 · accepted answer. */
function bylineOf({ author, time, isAccepted }: Post): Inline[] {
  const parts = [
    ...(author === '' ? [] : [text(author, { ...PLAIN, bold: true })]),
    ...(time === '' ? [] : [text(time)]),
    ...(isAccepted ? [text('accepted answer')] : []),
  ];
  return parts.flatMap((part, index) => (index === 0 ? [part] : [text(' · '), part]));
}
