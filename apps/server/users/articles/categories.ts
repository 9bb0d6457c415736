import type { ArticleCategory, Language } from '@candor/api';
import type { Db } from '../../base/database/index.ts';
import { lineOf } from './lines.ts';
import type { VisibleText } from './visible.ts';

type Titles = Readonly<Partial<Record<Language, string>>>;

/** A category or a section as it is kept. */
export interface TreeRow {
  readonly category_id: bigint;
  readonly parent_id: bigint | null;
  readonly code: string;
  readonly titles: Titles;
  readonly sort: number;
}

/** A category or a section in one language. */
export interface Branch {
  readonly id: number;
  readonly code: string;
  readonly title: string;
}

/** All categories and sections in their order. */
export async function readTree(db: Db): Promise<TreeRow[]> {
  const rows = await db
    .selectFrom('articles.category')
    .selectAll()
    .orderBy('sort')
    .orderBy('category_id')
    .execute();
  return rows.map((row) => ({
    category_id: row.category_id,
    parent_id: row.parent_id,
    code: row.code,
    titles: row.titles as Titles,
    sort: row.sort,
  }));
}

const branchOf = ({ category_id, code, titles }: TreeRow, language: Language): Branch => ({
  id: Number(category_id),
  code,
  title: titles[language] ?? titles.en ?? code,
});

/** The way from the top to a section: what stands above it, and itself. */
export function categoryOf(tree: readonly TreeRow[], id: bigint | null, language: Language): Branch[] {
  const row = id === null ? undefined : tree.find(({ category_id }) => category_id === id);
  if (row === undefined) return [];
  return [...categoryOf(tree, row.parent_id, language), branchOf(row, language)];
}

/** Categories with their sections and articles; what has no article is left out. */
export function treeOf(
  tree: readonly TreeRow[],
  texts: readonly VisibleText[],
  language: Language,
): ArticleCategory[] {
  const sectionsOf = (parent: TreeRow) =>
    tree
      .filter(({ parent_id }) => parent_id === parent.category_id)
      .map((section) => ({
        ...branchOf(section, language),
        articles: texts.filter(({ category_id }) => category_id === section.category_id).map(lineOf),
      }))
      .filter(({ articles }) => articles.length > 0);
  return tree
    .filter(({ parent_id }) => parent_id === null)
    .map((category) => ({ ...branchOf(category, language), sections: sectionsOf(category) }))
    .filter(({ sections }) => sections.length > 0);
}
