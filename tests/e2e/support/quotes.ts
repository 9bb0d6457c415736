import type { Locator, Page } from 'playwright-core';

/**
 * Accepts a shown quote, and waits for what says that it was converted. A quote may expire before the press on a busy
 * machine: then a new one is asked for.
 */
export async function acceptQuote(place: Page | Locator, converted: Locator): Promise<void> {
  const accept = place.getByRole('button', { name: 'Convert now', exact: true });
  const expired = place.getByRole('button', { name: 'Get a new quote', exact: true });
  for (let quotes = 0; quotes < 10; quotes += 1) {
    await accept.or(expired).first().waitFor();
    if (!(await expired.isVisible())) {
      try {
        await accept.click({ timeout: 10_000 });
        await converted.or(expired).first().waitFor();
      } catch (error) {
        if (!(await expired.isVisible())) throw error;
      }
    }
    if (await converted.isVisible()) return;
    await expired.click();
  }
  throw new Error('ten quotes expired before they were accepted');
}
