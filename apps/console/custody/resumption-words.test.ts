import { haltedKinds, stopCauses } from '@candor/api';
import { languageTags, loadMessages, locales } from '@candor/i18n';
import { createIntl } from 'react-intl';
import { expect, it } from 'vitest';
import { type Resumable, resumptionWords } from './resumption-words.ts';

const wallet = (cause: (typeof stopCauses)[number], replaced = 0): Resumable => ({
  wallet: { network: 'practice-evm', address: '0x', cause, detail: 'x', replaced, time: 1 },
});

it.each(locales)(
  'explains each cause in its own words, and names a nonce for its own alone, in %s',
  async (locale) => {
    const messages = { ...(await loadMessages(locale)) };
    const { formatMessage } = createIntl({ locale: languageTags[locale], messages });
    const wordsOf = (of: Resumable) => resumptionWords((id, values) => formatMessage({ id }, values), of);
    const explained = stopCauses.map((cause) => wordsOf(wallet(cause)).explain);
    const rows = haltedKinds.map((kind) => {
      const row = { kind, id: 7, network: 'bitcoin', coin: 'BTC', detail: 'x', time: 1 };
      return wordsOf({ row });
    });
    const all = [...explained, ...rows.map(({ explain }) => explain)];
    for (const each of all) expect(each).not.toMatch(/^console\./);
    expect(new Set(all).size).toBe(stopCauses.length + 1);
    expect(new Set(rows.map(({ title }) => title)).size).toBe(haltedKinds.length);
    const nonce = /nonce|ノンス|논스/i;
    expect(stopCauses.filter((_, place) => nonce.test(explained[place] ?? ''))).toEqual(['nonce']);
    // payments end by any cause where another transaction took what they spend
    for (const cause of stopCauses) {
      expect(wordsOf(wallet(cause)).ends).toBeNull();
      for (const count of [1, 2, 5])
        expect(wordsOf(wallet(cause, count)).ends).toMatch(new RegExp(`${count}`));
    }
  },
);
