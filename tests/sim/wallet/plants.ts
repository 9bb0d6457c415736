import type { Plant } from '../plant.ts';
import type { Reorganisation } from './reorganisation.ts';

const DEPOSITS = 'apps/server/money/deposits';
const WITHDRAWALS = 'apps/server/money/withdrawals';
const TREASURY = 'apps/server/money/treasury';

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
    file: `${DEPOSITS}/taken-back.ts`,
    find: "credited: 'taken-back',",
    replace: "credited: 'gone',",
    breaks: /a transfer is credited once|a deposit is held while its chain lacks it/,
  },
  {
    name: 'a-hold-takes-no-part',
    file: 'packages/kernel/products/custody/deposit-holds.ts',
    find: 'const more = free < missing ? free : missing;',
    replace: 'const more = free < missing ? 0n : missing;',
    breaks: /a taken-back deposit holds what is free/,
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
    find: "const isUnknown = statuses.every(({ state }) => state === 'unknown');",
    replace: `const isUnknown = statuses.every(({ state }) => state === 'unknown');
    if (isUnknown)
      return void (await room.db.transaction().execute(async (trx) => {
        const no = Number(withdrawal.withdrawal_no);
        await move(trx, no, ['broadcast'], 'rejected', now(), 'token');
        const body = { type: 'releaseWithdrawal', withdrawalNo: no, reason: 'refused-by-token' } as const;
        await room.promises.promise(trx, { key: endKey(no), userId: 0, body });
      }));`,
    breaks: /what was signed is not released/,
  },
  {
    name: 'settled-at-the-first-confirmation',
    file: `${WITHDRAWALS}/settling.ts`,
    find: 'if (await noteIncluded(room, withdrawal, included))',
    replace: 'if ((await noteIncluded(room, withdrawal, included)) || true)',
    breaks: /nothing is settled before it is final/,
  },
];

/** A bug that a reorganisation must find. */
export interface ReorganisationPlant extends Plant {
  readonly by: Reorganisation;
}

const drops = { node: 'drops', receipt: 'same' } as const;

/** One for each rule of deposits and of transactions of ours that leave their chain. */
export const REORGANISATION_PLANTS: readonly ReorganisationPlant[] = [
  {
    name: 'a-payment-that-left-is-not-sent-again',
    file: `${WITHDRAWALS}/settling.ts`,
    find: "const isTooCheap = isUnknown && (await sendPayment(room, withdrawal)) === 'underpriced';",
    replace: 'const isTooCheap = false;',
    breaks: /every transaction of ours ends/,
    by: { subject: 'withdrawal', times: 1, ...drops },
  },
  {
    name: 'a-returned-deposit-stands-early',
    file: `${DEPOSITS}/taken-back.ts`,
    find: `and block_number <= \${tip} + 1 - confirmations_needed and`,
    replace: `and block_number <= \${tip} + 3 - confirmations_needed and`,
    breaks: /a deposit stands with its confirmations/,
    by: { subject: 'deposit', times: 1, ...drops },
  },
  {
    name: 'a-payment-ends-with-its-confirmations',
    file: `${WITHDRAWALS}/finality.ts`,
    find: 'return isDeep && (await room.finality.isFinal(block, confirmations));',
    replace: 'return true;',
    breaks: /the ledger equals the chain/,
    by: { subject: 'withdrawal', times: 1, node: 'drops', receipt: 'changed' },
  },
  {
    name: 'a-payment-that-left-raises-no-alarm',
    file: `${WITHDRAWALS}/finality.ts`,
    find: "reason: 'reorganised',\n      left_at: new Date(now())",
    replace: "reason: 'reorganised',\n      left_at: null",
    breaks: /what left the chain raises an alarm/,
    by: { subject: 'withdrawal', times: 1, ...drops },
  },
  {
    name: 'an-ended-payment-is-not-looked-at-again',
    file: `${WITHDRAWALS}/finality.ts`,
    find: "if (statuses.every(({ state: known }) => known === 'unknown'))",
    replace: 'if (statuses.length === 0)',
    breaks: /an alarm ends with its cause|the ledger equals the chain/,
    by: { subject: 'withdrawal', times: 3, ...drops },
  },
  {
    name: 'gas-that-left-is-not-sent-again',
    file: `${TREASURY}/movements.ts`,
    find: "if (statuses.every(({ state }) => state === 'unknown')) await sendAgain(room, movement, raise);",
    replace: '',
    breaks: /every transaction of ours ends/,
    by: { subject: 'gas', times: 1, ...drops },
  },
  {
    name: 'a-sweep-that-left-raises-no-alarm',
    file: `${TREASURY}/movements.ts`,
    find: 'await note(room, movement, { block_number: null, block_hash: null, left_at: new Date(now()) });',
    replace: 'await note(room, movement, { block_number: null, block_hash: null, left_at: null });',
    breaks: /what left the chain raises an alarm/,
    by: { subject: 'sweep', times: 1, ...drops },
  },
  {
    name: 'a-sweep-ends-with-its-first-block',
    file: `${TREASURY}/movements.ts`,
    find: "if (confirmations < needed) return 'waits';\n    if (!(await finality.isFinal(block, confirmations))) return 'mined';",
    replace: '',
    breaks: /the ledger equals the chain|every transaction of ours ends/,
    by: { subject: 'sweep', times: 1, node: 'drops', receipt: 'changed' },
  },
];
