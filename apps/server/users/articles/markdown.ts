import { ARTICLE_IMAGE_PATH } from '@candor/api';
import { isTooDeep } from '@candor/products';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';

const IMAGE = new RegExp(`^${ARTICLE_IMAGE_PATH}/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`);

const BLOCKS: ReadonlySet<string> = new Set([
  'blockquote',
  'code',
  'heading',
  'listItem',
  'paragraph',
  'tableCell',
]);
/** Stands at the end of each block; no text that was read as Markdown has it. */
const BLOCK_END = '\0';
/** After such an end the next block begins with a space alone. */
const ENDED = /[.!?:;,…。！？：；，、]["'”’»)）」』]*$/u;
const SEPARATOR = ' · ';

export interface PlainMarkdown {
  /** The text without marks, in one line. A heading, a cell or an item is told from what follows it. */
  readonly plain: string;
  /** Ids of our own images that it shows. */
  readonly images: readonly string[];
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Puts blocks into one line: a sentence is followed by a space, anything else by a separator. */
const joined = (text: string): string =>
  text
    .split(BLOCK_END)
    .map(inOneLine)
    .filter((block) => block !== '')
    .reduce(
      (line, block) => (line === '' ? block : `${line}${ENDED.test(line) ? ' ' : SEPARATOR}${block}`),
      '',
    );

/** Reads what a Markdown text says, without its marks, as pages read it: HTML is text, and what is nested too deep is as it was typed. */
export function plainMarkdown(markdown: string): PlainMarkdown {
  if (isTooDeep(markdown)) return { plain: inOneLine(markdown), images: [] };
  const images = new Set<string>();
  const parts: string[] = [];
  const walk = (node: Nodes): void => {
    if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code') parts.push(node.value);
    if (node.type === 'image') {
      const id = IMAGE.exec(node.url)?.[1];
      if (id !== undefined) images.add(id);
    }
    if ('children' in node) for (const child of node.children) walk(child);
    if (node.type === 'break') parts.push('\n');
    if (BLOCKS.has(node.type)) parts.push(BLOCK_END);
  };
  walk(
    fromMarkdown(markdown, {
      extensions: [gfmTable(), { disable: { null: ['htmlFlow', 'htmlText'] } }],
      mdastExtensions: [gfmTableFromMarkdown()],
    }),
  );
  return { plain: joined(parts.join('')), images: [...images] };
}
