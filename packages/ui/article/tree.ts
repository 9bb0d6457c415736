import { FIGURE_MARK, isTooDeep } from '@candor/products';
import type { Element, ElementContent, Root, RootContent } from 'hast';
import { type Schema, sanitize } from 'hast-util-sanitize';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { toHast } from 'mdast-util-to-hast';
import { gfmTable } from 'micromark-extension-gfm-table';

/*
 * Markdown of strangers and staff becomes elements in four steps, in this order: HTML is read as text, the tree is made,
 * figures are filled in as text, and what remains is sanitised by a list of what may be there. Anchors come last, so
 * that no text chooses an id.
 */

/** Images of articles: the server's own files, by the id that it gave them. */
const IMAGE = /^\/api\/common\/articleImage\/[0-9a-f-]{36}$/;
/** Deepest nesting of a text: deeper ones are shown as they were typed. */
const MOST_DEPTH = 40;

const schema: Schema = {
  tagNames: [
    'a',
    'blockquote',
    'br',
    'code',
    'em',
    'h2',
    'h3',
    'h4',
    'hr',
    'img',
    'li',
    'ol',
    'p',
    'pre',
    'strong',
    'table',
    'tbody',
    'td',
    'th',
    'thead',
    'tr',
    'ul',
  ],
  attributes: {
    a: ['href'],
    img: ['src', 'alt'],
    ol: ['start'],
    td: ['align'],
    th: ['align'],
  },
  ancestors: { tbody: ['table'], td: ['table'], th: ['table'], thead: ['table'], tr: ['table'] },
  protocols: { href: ['https', 'mailto'], src: [] },
  strip: [],
  clobber: [],
  allowComments: false,
  allowDoctypes: false,
};

/** Returns true for a link that stays on this site: a path or a place on the page. */
export function isOwnPath(href: string): boolean {
  if (!/^[/#]/.test(href)) return false;
  try {
    return new URL(href, 'https://own.invalid').origin === 'https://own.invalid';
  } catch {
    return false;
  }
}

function isAllowedLink(href: unknown): boolean {
  if (typeof href !== 'string') return false;
  if (isOwnPath(href)) return true;
  try {
    return ['https:', 'mailto:'].includes(new URL(href).protocol);
  } catch {
    return false;
  }
}

const HEADINGS: Readonly<Record<string, string>> = {
  h1: 'h2',
  h2: 'h2',
  h3: 'h3',
  h4: 'h4',
  h5: 'h4',
  h6: 'h4',
};

type Node = Root | RootContent;

/** Changes the elements of a tree in place, or returns what takes an element's place. */
function walk(node: Node, change: (element: Element) => readonly ElementContent[] | null): void {
  if (!('children' in node)) return;
  node.children = (node.children as ElementContent[]).flatMap((child) => {
    walk(child, change);
    if (child.type !== 'element') return [child];
    return change(child) ?? [child];
  });
}

function fillIn(node: Node, write: (name: string) => string | null): void {
  if (node.type === 'text')
    node.value = node.value.replace(FIGURE_MARK, (mark, name: string) => write(name.trim()) ?? mark);
  if ('children' in node) for (const child of node.children) fillIn(child, write);
}

/** The text of a part of a tree, without marks. */
function textOf(node: Node): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

/** Returns true if a tree is nested deeper than it may be; it asks level by level, as calls would nest too. */
function isDeepTree(tree: Nodes): boolean {
  let level: Nodes[] = [tree];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MOST_DEPTH) return true;
    level = level.flatMap((node) => ('children' in node ? node.children : []));
  }
  return false;
}

/** A text as it was typed. */
function asTyped(markdown: string): Root {
  const children: ElementContent[] = [{ type: 'text', value: markdown }];
  return { type: 'root', children: [{ type: 'element', tagName: 'p', properties: {}, children }] };
}

/** The last look: links and images lead where they may, headings begin below the page's own. */
function tidy(element: Element): readonly ElementContent[] | null {
  const level = HEADINGS[element.tagName];
  if (level !== undefined) element.tagName = level;
  if (element.tagName === 'a' && !isAllowedLink(element.properties.href)) return element.children;
  if (element.tagName === 'img' && !IMAGE.test(String(element.properties.src ?? '')))
    return [{ type: 'text', value: String(element.properties.alt ?? '') }];
  return null;
}

/**
 * Returns the sanitised elements of a Markdown text. HTML in it is text. `write` gives a figure its words; a name that it
 * does not know stays as it was typed. Headings get the ids `part-1`, `part-2` …, alike in all languages, or none without
 * `hasAnchors`.
 */
export function articleTree(
  markdown: string,
  write: (name: string) => string | null,
  hasAnchors = true,
): Root {
  if (isTooDeep(markdown)) return asTyped(markdown);
  const source = fromMarkdown(markdown, {
    extensions: [gfmTable(), { disable: { null: ['htmlFlow', 'htmlText'] } }],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  if (isDeepTree(source)) return asTyped(markdown);
  const made = toHast(source) as Root;
  fillIn(made, write);
  walk(made, tidy);
  const clean = sanitize(made, schema) as Root;
  let part = 0;
  walk(clean, (element) => {
    if (element.tagName === 'h2' || element.tagName === 'h3') {
      part += 1;
      element.properties = hasAnchors ? { id: `part-${part}` } : {};
    }
    return null;
  });
  return clean;
}

/** A heading of an article: its id, its text and its level. */
export interface ArticlePart {
  readonly id: string;
  readonly text: string;
  readonly level: 2 | 3;
}

/** Returns the headings of a tree, in their order. */
export function partsOf(tree: Root): ArticlePart[] {
  const parts: ArticlePart[] = [];
  walk(tree, (element) => {
    if (element.tagName === 'h2' || element.tagName === 'h3')
      parts.push({
        id: String(element.properties.id),
        text: textOf(element),
        level: element.tagName === 'h2' ? 2 : 3,
      });
    return null;
  });
  return parts;
}
