import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { CallError } from '@candor/api';
import { loadCustomerRoom, locales, type Messages } from '@candor/i18n';
import { LostFile } from '@candor/ui';
import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../common/error-words.ts';
import { CHAT_ROOMS } from '../shell/chat/rooms.ts';
import { NOTICE_ROOMS } from '../shell/notice-words.ts';
import { firstRooms } from './localized.tsx';
import { screens } from './screens.ts';

const web = join(import.meta.dirname, '..');
/** A text of an error that a file names, or puts together, by itself. */
const NAMED = /['"`]error\.(?:[A-Z]|\$\{)/;
/** Files of formulas: one compares ids, the other returns what a trade form then shows. The home page takes figures of it alone. */
const SHOW_NONE = ['common/support-texts.ts', 'trade/draft/draft.ts'];
/** The parts of the shell that load the texts of errors themselves when they are opened. */
const OPENED_LATER = ['shell/chat/', 'shell/support/'];

/** Returns the files of the app that a file imports, now or later, and all that those import. */
function reachedFrom(first: string): ReadonlySet<string> {
  const found = new Set<string>();
  const look = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const next = join(dirname(file), name);
      if (/\.tsx?$/.test(next) && existsSync(next)) look(next);
    }
  };
  look(join(web, first));
  return found;
}

const namesErrors = (first: string) =>
  [...reachedFrom(first)]
    .filter((file) => NAMED.test(readFileSync(file, 'utf8')))
    .map((file) => relative(web, file))
    .filter((file) => !SHOW_NONE.includes(file));

const refused = new CallError('exchange', 2009, 'Zu wenig', {
  key: 'NOTIONAL_TOO_SMALL',
  details: { minimum: '10', coin: 'USDT' },
});

const intlOf = (messages: Messages) =>
  createIntl({
    locale: 'de',
    messages: { ...messages },
    onError: (error) => {
      throw error;
    },
  });

describe('the texts of errors', () => {
  it('are loaded before each screen that does not say that it names none', () => {
    expect(firstRooms).not.toContain('error');
    const without = screens.filter(
      (screen) => !screen.messages(screen.search({}) as never).includes('error'),
    );
    expect(without.map(({ path }) => path)).toEqual(['/home/index']);
  });

  it('are named by nothing that the home page shows, nor by the shell around it', () => {
    expect(reachedFrom('home/home-page.tsx').size).toBeGreaterThan(50);
    expect(namesErrors('home/home-page.tsx')).toEqual([]);
    const shell = namesErrors('shell/shell.tsx');
    expect(shell.filter((file) => !OPENED_LATER.some((folder) => file.startsWith(folder)))).toEqual([]);
    expect(shell).toContain('shell/chat/composer.tsx');
  });

  it('are loaded by the parts of the shell that name some', () => {
    expect(CHAT_ROOMS).toContain('error');
    expect(NOTICE_ROOMS).toContain('error');
  });
});

describe('what a call is refused with', () => {
  it('is said in the catalogue’s words where they are loaded, else in those of the answer', async () => {
    const ui = await loadCustomerRoom('de', 'ui');
    const all = { ...ui, ...(await loadCustomerRoom('de', 'error')) };
    expect(wordsOf(intlOf(ui), refused)).toBe('Zu wenig');
    expect(wordsOf(intlOf(all), refused)).not.toBe('Zu wenig');
    expect(wordsOf(intlOf(all), refused)).toContain('10');
    const silent = new CallError('exchange', 2009, '', { key: 'NOTIONAL_TOO_SMALL', details: {} });
    expect(wordsOf(intlOf(ui), silent)).toBe(ui['ui.error.unknown']);
  });

  it('has words from the first paint on where no answer came', async () => {
    for (const locale of locales) {
      const first = await Promise.all(firstRooms.map((room) => loadCustomerRoom(locale, room)));
      const intl = intlOf(Object.assign({}, ...first));
      const unanswered = [
        new CallError('login', 0, 'fetch failed', null),
        new DOMException('timed out', 'TimeoutError'),
        new LostFile('ChunkLoadError'),
        new TypeError('x is not a function'),
      ];
      for (const error of unanswered) expect(wordsOf(intl, error), locale).toMatch(/\S/);
    }
  });
});
