/** Links by which readers share a page: their addresses are the same in every language. */
import { plainText, type Block } from '../../documents/markdown/model.ts';
import { wordsOf } from '../tree/measure.ts';
import { linkedIn } from './links.ts';

/** Of the networks and services that sites offer, without `www.`. */
const SHARE =
  /^(?:mailto:\?|threema:\/\/compose|whatsapp:\/\/send|https?:\/\/(?:www\.|m\.|api\.|web\.|share\.)?(?:facebook\.com\/(?:sharer|dialog\/(?:share|send)|share\.php)|(?:twitter|x)\.com\/(?:intent\/|share|home\?status)|linkedin\.com\/(?:shareArticle|sharing\/|cws\/share)|pinterest\.[a-z.]{2,6}\/pin\/create|reddit\.com\/submit|whatsapp\.com\/send|wa\.me\/\?|t(?:elegram)?\.me\/share|getpocket\.com\/(?:edit|save)|flipboard\.com\/bookmarklet|tumblr\.com\/(?:share|widgets\/share)|vk\.com\/share|xing\.com\/(?:social|spi\/|app\/user\?op=share)|news\.ycombinator\.com\/submitlink|plus\.google\.com\/share|addtoany\.com|addthis\.com|buffer(?:app)?\.com\/add|instapaper\.com\/(?:edit|hello2)|bsky\.app\/intent|threads\.net\/intent))/i;

/** Share of linked characters from which a line only shares the page. */
const SHARED = 0.5;
/** Words of what stands between the links in a list of them, such as "Share". */
const MAX_LABEL_WORDS = 2;

/** The blocks without paragraphs and items of lists that are links to share the page. */
export function withoutShareLinks(blocks: readonly Block[]): readonly Block[] {
  return blocks.flatMap((block): readonly Block[] => {
    if (block.kind !== 'list') return isShared(block) ? [] : [block];
    const items = block.items.filter(({ blocks: item }) => !item.some(isShared));
    const areLabels = items.every(({ blocks: item }) => item.every(isLabel));
    if (items.length < block.items.length / 2 && areLabels) return [];
    return [items.length === block.items.length ? block : { ...block, items }];
  });
}

function isShared(block: Block): boolean {
  const { links, share, hasMore } = linkedIn(block);
  return share >= SHARED && !hasMore && links.every((href) => SHARE.test(href));
}

function isLabel(block: Block): boolean {
  const { content, hasMore } = linkedIn(block);
  return !hasMore && wordsOf(plainText(content)).length <= MAX_LABEL_WORDS;
}
