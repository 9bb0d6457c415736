import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** The tags of axe's rules that pages must pass. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose outcome depends on the theme: a theme changes colours alone. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** Focus traps stand hidden beside what they guard and pass the focus on at once. */
const FOCUS_GUARDS = '[data-base-ui-focus-guard]';

export type Theme = 'day' | 'night';

export interface AxeNode {
  readonly selector: string;
  readonly html: string;
  readonly message: string;
}

export interface Violation {
  readonly id: string;
  readonly nodes: readonly AxeNode[];
}

type Axe = Pick<typeof axe, 'run' | 'version'>;

/** Loads axe into a page that has not got it. The source is large: once for all analyses of a page. */
async function load(page: Page): Promise<void> {
  const isThere = await page.evaluate(
    (version) => (window as unknown as { axe?: Axe }).axe?.version === version,
    axe.version,
  );
  if (!isThere) await page.evaluate(axe.source);
}

/**
 * Returns the violations in a theme, with all rules by day and with those of colours by night; `without` names rules that
 * do not apply. What passes is neither described nor sent over, which takes longer than the rules. The pages have no
 * frames.
 */
export async function violationsIn(
  page: Page,
  theme: Theme,
  without: readonly string[] = [],
): Promise<Violation[]> {
  await load(page);
  const options: RunOptions = {
    runOnly: theme === 'day' ? { type: 'tag', values: TAGS } : { type: 'rule', values: COLOUR_RULES },
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
  };
  return page.evaluate(
    async ({ name, guards, run }) => {
      document.documentElement.setAttribute('data-theme', name);
      // colours that fade to those of the theme
      const fades = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
      await Promise.allSettled(fades.map(({ finished }) => finished));
      const own = (window as unknown as { axe: Axe }).axe;
      const { violations } = await own.run({ exclude: [guards] }, run);
      return violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ html, any, target }) => ({
          html: html.slice(0, 160),
          selector: String(target[0]),
          message: any[0]?.message ?? '',
        })),
      }));
    },
    { name: theme, guards: FOCUS_GUARDS, run: options },
  );
}

/**
 * Returns those of `targets` that are too small to hit, or covered, also once they are scrolled to the middle of the
 * screen: a target that a bar covers only until one scrolls can be hit. The page has run axe before.
 */
export async function smallOnceInView(page: Page, targets: readonly AxeNode[]): Promise<AxeNode[]> {
  const selectors = targets.map(({ selector }) => selector);
  const small = await page.evaluate(async (names) => {
    const { axe: own } = window as unknown as { axe: Axe };
    const found: boolean[] = [];
    for (const name of names) {
      document.querySelector(name)?.scrollIntoView({ block: 'center' });
      const { violations } = await own.run(name, { runOnly: { type: 'rule', values: ['target-size'] } });
      found.push(violations.length > 0);
    }
    scrollTo(0, 0);
    return found;
  }, selectors);
  return targets.filter((_, index) => small[index]);
}
