/**
 * Figures that an article may name as `{{name}}`, so that a text and the code never disagree. The server fills in the
 * values from the constants that the code obeys; pages write them in the reader's language.
 */
export const articleFigures = {
  arrivalHours: 'number',
  chatTextLength: 'number',
  closingDays: 'number',
  confirmMinutes: 'number',
  coolingOffDays: 'number',
  dailyLimitAdvanced: 'number',
  dailyLimitNone: 'number',
  dailyLimitPrimary: 'number',
  dataExportDays: 'number',
  exclusionDays: 'number',
  feeVolumeDays: 'number',
  feesNoticeHours: 'number',
  fundingDamper: 'percent',
  fundingInterest: 'percent',
  holdHours: 'number',
  kycReviewHours: 'number',
  limitsNoticeHours: 'number',
  loanReviewHours: 'number',
  loanTwoReviewersAbove: 'number',
  lossLimitHours: 'number',
  marginNoticeHours: 'number',
  maxCreditScore: 'number',
  miningWalletDays: 'number',
  otcNoticeHours: 'number',
  passwordMinLength: 'number',
  rechargeReviewHours: 'number',
  recoveryDays: 'number',
  recoveryHoldHours: 'number',
  referralGenerations: 'number',
  safetyFundShare: 'percent',
  secondsClosingTicks: 'number',
  secondsClosingTicksMin: 'number',
  secondsOpeningDelay: 'number',
  swapQuoteSeconds: 'number',
  tiersNoticeHours: 'number',
  withdrawalReviewHours: 'number',
} as const satisfies Readonly<Record<string, 'number' | 'percent'>>;

export type ArticleFigure = keyof typeof articleFigures;

/** A figure in a text: two braces around its name. */
export const FIGURE_MARK = /\{\{([^{}]*)\}\}/g;

const TOO_DEEP_LINE = /^(?:[\t ]*(?:>|[-+*]|\d{1,9}[.)])){40}/m;

/** Returns true for a text with a line that begins so many quotes and lists within each other that reading it takes seconds. */
export const isTooDeep = (markdown: string): boolean => TOO_DEEP_LINE.test(markdown);

/** Returns true if an article may name this figure. */
export function isArticleFigure(name: string): name is ArticleFigure {
  return Object.hasOwn(articleFigures, name);
}

/** Returns the names in braces of a text that are no figures, each once. */
export function unknownFigures(markdown: string): string[] {
  const names = [...markdown.matchAll(FIGURE_MARK)].map(([, name = '']) => name.trim());
  return [...new Set(names)].filter((name) => !isArticleFigure(name));
}
