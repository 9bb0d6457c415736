const TOP_BAR_HIDDEN = /^\/user\/(login|register|reset)(\/|$)/;
const FOOTER_HIDDEN: readonly RegExp[] = [
  /^\/user\/(?!index(\/|$))/,
  /^\/pledge\//,
  /^\/finance\/detail/,
  /^\/trade(\/|$)/,
  /^\/exchange\/full-(screen|contract)\//,
];

/** The parts of the shell that a path shows. */
export interface ShellParts {
  readonly topBar: boolean;
  readonly footer: boolean;
  /** The phone's bottom bar gives way to pages with actions of their own at the bottom. */
  readonly bottomBar: boolean;
}

/** What of the shell is shown on a path. */
export function shellPartsOf(path: string): ShellParts {
  const topBar = !TOP_BAR_HIDDEN.test(path);
  return {
    topBar,
    footer: !FOOTER_HIDDEN.some((pattern) => pattern.test(path)),
    bottomBar: topBar && !/^\/trade(\/|$)/.test(path),
  };
}
