import { ARTICLE_IMAGE_PATH } from '@candor/api';
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
  'break',
]);

export interface PlainMarkdown {
  /** The text without marks, in one line. */
  readonly plain: string;
  /** Ids of our own images that it shows. */
  readonly images: readonly string[];
}

/** Reads what a Markdown text says, without its marks and its HTML. */
export function plainMarkdown(markdown: string): PlainMarkdown {
  const images = new Set<string>();
  const parts: string[] = [];
  const walk = (node: Nodes): void => {
    if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code') parts.push(node.value);
    if (node.type === 'image') {
      const id = IMAGE.exec(node.url)?.[1];
      if (id !== undefined) images.add(id);
    }
    if ('children' in node) for (const child of node.children) walk(child);
    if (BLOCKS.has(node.type)) parts.push('\n');
  };
  walk(fromMarkdown(markdown, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] }));
  return { plain: parts.join('').replace(/\s+/g, ' ').trim(), images: [...images] };
}
