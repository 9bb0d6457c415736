export const articleErrors = {
  /** Somebody else saved the text meanwhile: details hold nothing of it, the editor reads it again. */
  ARTICLE_CHANGED: { code: 1601 },
  /** A figure in braces that the terms do not have. */
  ARTICLE_FIGURE_UNKNOWN: { code: 1602 },
  ARTICLE_CODE_TAKEN: { code: 1603 },
  /** English is missing, or its title or text is empty. */
  ARTICLE_INCOMPLETE: { code: 1604 },
  /** Another operator must approve terms and rules. */
  ARTICLE_NEEDS_APPROVAL: { code: 1605 },
  ARTICLE_IMAGE_UNKNOWN: { code: 1606 },
} as const;
