import {
  keyScopes,
  kycRejections,
  operatorRoles,
  touchActs,
  touchCodes,
  WITHDRAWAL_REASONS,
  WITHDRAWAL_STATES,
} from '@candor/api';
import { loadMessages } from '@candor/i18n';
import { entryKinds } from '@candor/projections';
import { expect, it } from 'vitest';
import { messageKinds } from '../../gateway/messages/index.ts';

it('every word that a fact of the timeline can be has a text', async () => {
  const words: Readonly<Record<string, readonly string[]>> = {
    entry: entryKinds.all(),
    message: Object.keys(messageKinds),
    act: touchActs,
    code: touchCodes,
    role: operatorRoles,
    scope: keyScopes,
    withdrawal: WITHDRAWAL_STATES,
    withdrawalReason: WITHDRAWAL_REASONS,
    kycReason: kycRejections,
    deposit: ['seen', 'credited', 'dust', 'gone', 'taken-back', 'reversed', 'unlisted'],
    hold: ['setUp', 'email', 'phone', 'password', 'factor', 'freeze', 'fundPassword', 'recovery'],
    method: ['register', 'password', 'passkey'],
    result: ['won', 'lost', 'even', 'void'],
  };
  const texts = await loadMessages('en');
  const missing = Object.entries(words).flatMap(([of, all]) =>
    all.map((word) => `console.facts.${of}.${word}`).filter((id) => texts[id] === undefined),
  );
  expect(missing).toEqual([]);
});
