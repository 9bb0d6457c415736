import type { Plant } from '../plant.ts';

const ROOM = 'kernel/products/custody';

/** Bugs of custody. */
export const CUSTODY_PLANTS: readonly Plant[] = [
  {
    name: 'deposit-credited-twice',
    file: `${ROOM}/deposits.ts`,
    find: "if (books.deposits.has(depositNo)) return refuse('DEPOSIT_KNOWN');",
    replace: "if (books.recent.has(depositNo) && depositNo % 2 === 0) return refuse('DEPOSIT_KNOWN');",
    breaks: /a deposit is credited once/,
  },
  {
    name: 'deposit-reversed-twice',
    file: `${ROOM}/deposits.ts`,
    find: 'if (remaining === 0n) books.removeDeposit(depositNo);',
    replace: 'if (remaining === 0n) books.recent.set(depositNo, deposit);',
    // what is forgotten too late may be held once more
    breaks: /a deposit is taken back once|a deposit is held up to its amount/,
  },
  {
    name: 'transfer-credited-twice',
    file: `${ROOM}/deposits.ts`,
    find: "if (books.isTaken(chain, transaction, ordinal)) return refuse('TRANSFER_KNOWN');",
    replace: '',
    breaks: /a transfer is credited once/,
  },
  {
    name: 'transfer-credited-while-held',
    file: `${ROOM}/deposits.ts`,
    find: "if (books.isTakenBack(chain, transaction, userId, assetId)) return refuse('TRANSFER_KNOWN');",
    replace: '',
    breaks: /a transfer is credited once/,
  },
  {
    name: 'taken-back-coins-withdrawn',
    file: `${ROOM}/withdrawals.ts`,
    find: '  raiseHolds(room, userId, assetId);\n  const withdrawal = ',
    replace: '  const withdrawal = ',
    breaks: /no withdrawal is taken while a taken-back deposit is missing/,
  },
  {
    name: 'hold-without-an-end',
    file: `${ROOM}/deposit-holds.ts`,
    find: 'if (hold !== undefined) endHold(room, hold);',
    replace: '',
    breaks: /a hold (lasts until|has) its end|holds are what is needed|broke the kernel/,
  },
  {
    name: 'returned-deposit-restored-early',
    file: `${ROOM}/deposit-holds.ts`,
    find: "if (turn < transfer.turn) return refuse('DEPOSIT_TURN_OLD');",
    replace: '',
    breaks: /a deposit that was taken back again waits for its newest return/,
  },
  {
    name: 'withdrawal-settled-twice',
    file: `${ROOM}/withdrawals.ts`,
    find: '  books.endWithdrawal(withdrawal.withdrawalNo);\n  release(state, withdrawal);\n  return',
    replace: '  release(state, withdrawal);\n  return',
    breaks: /a withdrawal (ends once|is open until)|broke the kernel/,
  },
  {
    name: 'withdrawal-released-after-settling',
    file: `${ROOM}/withdrawals.ts`,
    find: '  books.endWithdrawal(withdrawal.withdrawalNo);\n  release(state, withdrawal);\n  state',
    replace: '  release(state, withdrawal);\n  state',
    breaks: /a withdrawal (ends once|is open until)|broke the kernel/,
  },
  {
    name: 'withdrawal-fee-not-held',
    file: `${ROOM}/withdrawals.ts`,
    find: 'balances.find(accounts.find(userId), assetId), amount + fee);',
    replace: 'balances.find(accounts.find(userId), assetId), amount);',
    breaks: /holds are what is needed|broke the kernel/,
  },
  {
    name: 'correction-made-twice',
    file: `${ROOM}/corrections.ts`,
    find: "if (books.corrections.has(correctionNo)) return refuse('CORRECTION_KNOWN');",
    replace: '',
    breaks: /a correction is made once/,
  },
];
