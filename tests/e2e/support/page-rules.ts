import type { Page } from 'playwright-core';

/** The least width and height of a target in CSS pixels (WCAG 2.2, 2.5.8). */
const LEAST_PX = 24;
/** Words around a link from which on it stands in a sentence, whose lines set its height. */
const SENTENCE_WORDS = 3;

/**
 * Returns what is wrong with the headings of the page, one line each: a page has one visible heading of level 1, which
 * comes first, and no heading skips a level.
 */
export function headingFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6, [role=heading]')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => element.closest('[aria-hidden=true], [inert]') === null)
      .map((element) => ({
        level: Number(element.getAttribute('aria-level') ?? element.tagName.slice(1)),
        words: element.innerText.trim().slice(0, 60),
      }));
    const first = shown.filter(({ level }) => level === 1);
    const faults =
      first.length === 1
        ? []
        : [`${first.length} of level 1: ${first.map(({ words }) => words).join(' | ')}`];
    shown.forEach(({ level, words }, at) => {
      const before = shown[at - 1]?.level ?? 0;
      if (level > before + 1) faults.push(`${before} is followed by ${level}: ${words}`);
    });
    return faults;
  });
}

/**
 * Returns the pointer targets of the page that are too small to hit, one line each. A target counts with the area that
 * its label or its own `::before` and `::after` add. Small ones pass where WCAG 2.2 lets them: within a sentence, where
 * another control does the same, and with so much space around them that a circle of 24 pixels meets no other target.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ least, sentenceWords }) => {
      interface Box {
        readonly left: number;
        readonly top: number;
        readonly width: number;
        readonly height: number;
      }
      const selector =
        'a[href], button, input, select, textarea, summary, [role=button], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=menuitem], [role=option], [role=combobox], [role=link]';
      const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

      /** The area that a pseudo-element lays over or around its element; none where it stands in the flow. */
      const added = (element: Element): Pick<Box, 'width' | 'height'>[] =>
        ['::before', '::after'].flatMap((part) => {
          const style = getComputedStyle(element, part);
          if (style.content === 'none' || style.position !== 'absolute') return [];
          return [{ width: Number.parseFloat(style.width), height: Number.parseFloat(style.height) }];
        });
      const isSmall = (areas: readonly Pick<Box, 'width' | 'height'>[]) =>
        !areas.some(({ width, height }) => Math.round(width) >= least && Math.round(height) >= least);
      const isInSentence = (element: Element): boolean => {
        if (getComputedStyle(element).display !== 'inline') return false;
        let block = element.parentElement;
        while (block !== null && getComputedStyle(block).display === 'inline') block = block.parentElement;
        if (block === null) return false;
        const within = [...block.querySelectorAll(selector)].map(({ textContent }) => textContent).join(' ');
        return wordsOf(block.textContent).length - wordsOf(within).length >= sentenceWords;
      };

      const targets = [...document.querySelectorAll<HTMLElement>(selector)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter((element) => element.closest('[aria-hidden=true], [inert]') === null)
        .filter((element) => !element.matches(':disabled, [aria-disabled=true]'))
        // a plain button that the keyboard leaves out repeats another control, as the prices of the book do the form's field
        .filter((element) => !element.matches('button[tabindex="-1"]:not([role])'))
        .map((element) => {
          const box = element.getBoundingClientRect();
          const label = element.closest('label') ?? (element as HTMLInputElement).labels?.[0];
          const areas = [box, ...added(element)];
          if (label != null) areas.push(label.getBoundingClientRect(), ...added(label));
          return { element, box, areas };
        })
        // left out: links that only a keyboard or a screen reader finds
        .filter(({ areas }) => areas.some(({ width, height }) => width > 1 && height > 1));
      const small = targets.filter(({ areas, element }) => isSmall(areas) && !isInSentence(element));
      const middle = ({ left, top, width, height }: Box) => ({ x: left + width / 2, y: top + height / 2 });
      const isNear = (box: Box, other: { readonly element: Element; readonly box: Box }): boolean => {
        const { x, y } = middle(box);
        if (small.some(({ element }) => element === other.element)) {
          const to = middle(other.box);
          return Math.hypot(x - to.x, y - to.y) < least;
        }
        const { left, top, width, height } = other.box;
        const across = Math.max(left - x, 0, x - left - width);
        const down = Math.max(top - y, 0, y - top - height);
        return Math.hypot(across, down) < least / 2;
      };
      return small
        .filter(({ element, box }) =>
          targets.some(
            (other) =>
              !element.contains(other.element) && !other.element.contains(element) && isNear(box, other),
          ),
        )
        .map(({ element, box }) => {
          const name = element.getAttribute('aria-label') ?? element.innerText.trim();
          return `${element.tagName.toLowerCase()} "${name.slice(0, 40)}": ${Math.round(box.width)} × ${Math.round(box.height)}`;
        });
    },
    { least: LEAST_PX, sentenceWords: SENTENCE_WORDS },
  );
}
