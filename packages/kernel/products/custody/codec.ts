import { amount, type CommandCodecs, command, count, list, number, oneOf, text } from '../../codec/fields.ts';
import {
  CORRECTION_REASONS,
  COVERED_ACCOUNTS,
  type CustodyCommand,
  WITHDRAWAL_RELEASE_REASONS,
} from './commands.ts';

/** Codes 120 to 139. */
export const custodyCodecs: CommandCodecs<CustodyCommand> = {
  creditDeposit: command(120, {
    depositNo: number,
    accountUserId: number,
    assetId: number,
    amount,
    chain: text,
    transaction: text,
    ordinal: number,
  }),
  reverseDeposit: command(121, { depositNo: number, remaining: amount, withdrawals: list(count) }),
  requestWithdrawal: command(122, {
    withdrawalNo: number,
    accountUserId: number,
    assetId: number,
    amount,
    fee: amount,
  }),
  settleWithdrawal: command(123, { withdrawalNo: number, networkAssetId: number, networkFee: amount }),
  releaseWithdrawal: command(124, { withdrawalNo: number, reason: oneOf(WITHDRAWAL_RELEASE_REASONS) }),
  bookNetworkCost: command(125, { costNo: number, assetId: number, amount }),
  coverCustody: command(126, {
    what: oneOf(COVERED_ACCOUNTS),
    fromUserId: number,
    assetId: number,
    amount,
  }),
  correctBalance: command(127, {
    correctionNo: number,
    accountUserId: number,
    assetId: number,
    amount,
    fromUserId: number,
    reasonCode: oneOf(CORRECTION_REASONS),
    reason: text,
  }),
  creditRecharge: command(128, {
    depositNo: number,
    accountUserId: number,
    assetId: number,
    amount,
    fromUserId: number,
  }),
  failWithdrawal: command(135, { withdrawalNo: number, networkAssetId: number, networkFee: amount }),
  settlePayout: command(129, { withdrawalNo: number, toUserId: number }),
  holdDeposit: command(138, { depositNo: number, turn: number }),
  restoreDeposit: command(139, { depositNo: number, turn: number, ordinal: number, amount }),
};
