import type { Plant } from '../plant.ts';

const DEPOSITS = 'apps/server/deposits';
const WITHDRAWALS = 'apps/server/withdrawals';

/** Bugs of the rooms that read chains and pay. Their files are named from the folder of the project. */
export const WALLET_PLANTS: readonly Plant[] = [
  {
    name: 'credit-before-confirmations',
    file: `${DEPOSITS}/credit.ts`,
    find: `\${tip} + 1 - confirmations_needed`,
    replace: `\${tip} + 3 - confirmations_needed`,
    breaks: /nothing is credited before its confirmations/,
  },
  {
    name: 'credit-again-after-a-reorganisation',
    file: `${DEPOSITS}/credit.ts`,
    find: "credited: 'taken-back', dust: 'reversed'",
    replace: "credited: 'gone', dust: 'reversed'",
    breaks: /a transfer is credited once/,
  },
  {
    name: 'nonce-given-twice',
    file: `${WITHDRAWALS}/numbers.ts`,
    find: '.set({ next_nonce: nonce + 1 })',
    replace: '.set({ next_nonce: nonce })',
    breaks: /every withdrawal ends|the wallet is never stopped/,
  },
  {
    name: 'release-after-broadcast',
    file: `${WITHDRAWALS}/settling.ts`,
    find: "if (statuses.every(({ state }) => state === 'unknown')) return sendPayment(room, withdrawal);",
    replace: `if (statuses.every(({ state }) => state === 'unknown'))
      return void (await db.transaction().execute(async (trx) => {
        const no = Number(withdrawal.withdrawal_no);
        await move(trx, no, ['broadcast'], 'rejected', now(), 'token');
        const body = { type: 'releaseWithdrawal', withdrawalNo: no, reason: 'refused-by-token' } as const;
        await room.promises.promise(trx as never, { key: endKey(no), userId: 0, body });
      }));`,
    breaks: /what was signed is not released/,
  },
  {
    name: 'settled-at-the-first-confirmation',
    file: `${WITHDRAWALS}/settling.ts`,
    find: 'if (included.confirmations >= needed) await endPayment(room, withdrawal, included);',
    replace: 'await endPayment(room, withdrawal, included);',
    breaks: /nothing is settled before it is final/,
  },
];
