import { amount, type CommandCodecs, command, number, text } from '../../codec/fields.ts';
import { gearsField } from '../../earn/streamed-section.ts';
import type {
  AskMiningMove,
  CancelMiningMove,
  ClaimMining,
  ConvertMiningRewards,
  FundMining,
  JoinMining,
  LockMining,
  MiningCommand,
  MoveMining,
  OpenMining,
  QuoteMiningRewards,
  SetMiningTerms,
  UnlockMining,
  WithdrawMiningRewards,
} from './commands.ts';

/** Codes 210 to 219, and 242 to 244. */
export const miningCodecs: CommandCodecs<MiningCommand> = {
  setMiningTerms: command<SetMiningTerms>(210, { assetId: number, gears: gearsField }),
  fundMining: command<FundMining>(211, { assetId: number, amount, fromUserId: number, reason: text }),
  joinMining: command<JoinMining>(212, { accountUserId: number, address: text }),
  lockMining: command<LockMining>(213, { assetId: number, amount, termsNo: number }),
  unlockMining: command<UnlockMining>(214, { assetId: number, amount }),
  claimMining: command<ClaimMining>(215, { assetId: number }),
  quoteMiningRewards: command<QuoteMiningRewards>(216, { fromAssetId: number, toAssetId: number, amount }),
  convertMiningRewards: command<ConvertMiningRewards>(217, { swapId: number }),
  withdrawMiningRewards: command<WithdrawMiningRewards>(218, {
    withdrawalNo: number,
    accountUserId: number,
    assetId: number,
    amount,
    fee: amount,
    address: text,
  }),
  moveMining: command<MoveMining>(219, { accountUserId: number, address: text }),
  openMining: command<OpenMining>(242, { assetId: number, gears: gearsField }),
  askMiningMove: command<AskMiningMove>(243, { accountUserId: number, address: text }),
  cancelMiningMove: command<CancelMiningMove>(244, { accountUserId: number, address: text }),
};
