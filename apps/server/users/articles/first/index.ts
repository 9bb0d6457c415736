import type { AnnouncementTopic, ArticleKind, Language } from '@candor/api';

/** A category or a section of the first start; a section names the category above it. */
export interface FirstCategory {
  readonly code: string;
  readonly parent: string | null;
  readonly titles: Readonly<Partial<Record<Language, string>>>;
}

/** An article of the first start. Its texts are the files `<code>/<language>.md` beside this one: `# Title`, then Markdown. */
export interface FirstArticle {
  readonly code: string;
  readonly kind: ArticleKind;
  readonly section: string | null;
  readonly topic?: AnnouncementTopic;
  readonly isPinned?: boolean;
}

export const firstCategories: readonly FirstCategory[] = [
  { code: 'guide', parent: null, titles: { en: 'Guide' } },
  { code: 'start', parent: 'guide', titles: { en: 'Getting started' } },
];

export const firstList: readonly FirstArticle[] = [];
