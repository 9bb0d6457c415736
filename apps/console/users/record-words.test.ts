import { billKindNames, WITHDRAWAL_REASONS } from '@candor/api';
import { languageTags, loadMessages, locales } from '@candor/i18n';
import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { entryWords, walletWords, withdrawalReasonWords } from './record-words.ts';

const wallets = [
  'spot',
  'contract',
  'second',
  'finance',
  'otc',
  'margin-cross',
  'margin-cross/debt',
  'margin-isolated/7',
  'margin-isolated/7/debt',
] as const;

describe.each(locales)('in %s', (locale) => {
  it('has words for every kind of entry, wallet and reason of a list', async () => {
    const messages = { ...(await loadMessages(locale)) };
    const intl = createIntl({ locale: languageTags[locale], messages });
    for (const kind of billKindNames) expect(entryWords(intl, kind)).not.toBe(kind);
    for (const reason of WITHDRAWAL_REASONS)
      for (const state of ['review', 'rejected'])
        expect(withdrawalReasonWords(intl, reason, state)).not.toBe(reason);
    // these make one withdrawal wait and reject another
    for (const reason of ['books', 'takenBack'])
      expect(withdrawalReasonWords(intl, reason, 'rejected')).not.toBe(
        withdrawalReasonWords(intl, reason, 'review'),
      );
    const parts = wallets.flatMap((wallet) => wallet.split('/')).filter((part) => part !== '7');
    for (const part of parts) expect(messages, part).toHaveProperty([`console.records.wallet.${part}`]);
    expect(walletWords(intl, 'margin-isolated/7/debt')).toMatch(/ · 7 · /);
    // what another version of the program wrote
    expect(withdrawalReasonWords(intl, 'unheardOf', 'rejected')).toBe('unheardOf');
  });
});
