import { amount, type CommandCodecs, command, flag, number, text } from '../../codec/fields.ts';
import type {
  CloseStakingOffer,
  FundStaking,
  OfferStaking,
  RedeemStaking,
  SetStakingRenewal,
  StakingCommand,
  SubscribeStaking,
} from './commands.ts';

/** Codes 150 to 159. */
export const stakingCodecs: CommandCodecs<StakingCommand> = {
  offerStaking: command<OfferStaking>(150, {
    assetId: number,
    dailyPpm: number,
    cycleDays: number,
    minAmount: amount,
    maxAmount: amount,
    capAmount: amount,
    userCapAmount: amount,
    exitPpm: number,
    opensMs: number,
    reason: text,
  }),
  closeStakingOffer: command<CloseStakingOffer>(151, { offerId: number, closesMs: number, reason: text }),
  fundStaking: command<FundStaking>(152, { assetId: number, amount, fromUserId: number, reason: text }),
  subscribeStaking: command<SubscribeStaking>(153, { offerId: number, amount, autoRenew: flag }),
  redeemStaking: command<RedeemStaking>(154, { orderId: number }),
  setStakingRenewal: command<SetStakingRenewal>(155, { orderId: number, autoRenew: flag }),
};
