import { amount, type CommandCodecs, command, flag, number, oneOf, text } from '../../codec/fields.ts';
import type {
  CloseFinanceOffer,
  FinanceCommand,
  FundFinance,
  OfferFinance,
  RedeemFinance,
  SubscribeFinance,
} from './commands.ts';

export const financeZone = oneOf(['valueAdded', 'members', 'ordinary']);

/** Codes 200 to 209. */
export const financeCodecs: CommandCodecs<FinanceCommand> = {
  offerFinance: command<OfferFinance>(200, {
    assetId: number,
    dailyPpm: number,
    cycleDays: number,
    minAmount: amount,
    maxAmount: amount,
    capAmount: amount,
    userCapAmount: amount,
    exitPpm: number,
    name: text,
    zone: financeZone,
    lockDays: number,
    maxParticipations: number,
    opensMs: number,
    reason: text,
  }),
  closeFinanceOffer: command<CloseFinanceOffer>(201, { offerId: number, closesMs: number, reason: text }),
  fundFinance: command<FundFinance>(202, { assetId: number, amount, fromUserId: number, reason: text }),
  subscribeFinance: command<SubscribeFinance>(203, {
    offerId: number,
    amount,
    isMember: flag,
  }),
  redeemFinance: command<RedeemFinance>(204, { orderId: number }),
};
