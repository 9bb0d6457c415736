import {
  amount,
  type CommandCodecs,
  command,
  flag,
  lots,
  number,
  oneOf,
  optional,
  priceTicks,
  text,
} from '../../codec/fields.ts';
import type { MarginCommand, MarginWallet } from './commands.ts';

const wallet = oneOf<MarginWallet>(['margin-cross', 'margin-isolated']);
const walletRef = { wallet, symbolId: number };
const order = {
  ...walletRef,
  side: oneOf(['buy', 'sell']),
  orderType: oneOf(['limit', 'market']),
  timeInForce: oneOf(['GTC', 'IOC', 'FOK']),
  postOnly: flag,
  priceTicks: optional(priceTicks),
  lots: optional(lots),
  quoteAmount: optional(amount),
  clientOrderId: optional(text),
} as const;

/** Codes 90 to 109. */
export const marginCodecs: CommandCodecs<MarginCommand> = {
  fundMarginPool: command(90, { into: oneOf(['pool', 'insurance']), assetId: number, amount }),
  setMarginAsset: command(91, {
    assetId: number,
    borrowable: flag,
    hourlyRatePpb: number,
    haircutPpm: number,
    maxBorrow: amount,
  }),
  setMarginTerms: command(92, {
    symbolId: number,
    valueAssetId: number,
    maxLeverage: number,
    transferPpm: number,
    callPpm: number,
    liquidationPpm: number,
    saleBandPpm: number,
  }),
  setMarginLeverage: command(93, { symbolId: number, leverage: number }),
  borrow: command(94, { ...walletRef, assetId: number, amount }),
  repay: command(95, { ...walletRef, assetId: number, amount: optional(amount) }),
  placeMarginOrder: command(96, order),
  cancelMarginOrders: command(97, { wallet, symbolId: optional(number) }),
  placeMarginOrderWith: command(98, { ...order, sideEffect: oneOf(['borrow', 'repay']) }),
};
