import type { FeeTier } from '@candor/rules';
import {
  type AnyCodecs,
  amount,
  big,
  command,
  flag,
  list,
  lots,
  number,
  oneOf,
  optional,
  priceTicks,
  record,
  type Shape,
  text,
} from '../../codec/fields.ts';
import type {
  AmendOrder,
  PlaceOco,
  PlaceTrigger,
  SetFeeTiers,
  SetSymbolLimits,
  SpotCommand,
  TriggeredOrder,
  TriggerTerms,
} from './commands.ts';
import { plainCodecs } from './plain-codec.ts';

export const side = oneOf(['buy', 'sell']);
export const source = oneOf(['last', 'index']);

export const termsShape: Shape<TriggerTerms> = {
  kind: oneOf(['stop', 'take-profit', 'trailing-stop']),
  source,
  triggerTicks: optional(priceTicks),
  callbackPpm: optional(number),
  callbackTicks: optional(priceTicks),
  activationTicks: optional(priceTicks),
};

export const triggeredShape: Shape<TriggeredOrder> = {
  orderType: oneOf(['limit', 'market']),
  timeInForce: oneOf(['GTC', 'IOC', 'FOK']),
  postOnly: flag,
  priceTicks: optional(priceTicks),
  lots: optional(lots),
  quoteAmount: optional(amount),
};

export const feeTier = record<FeeTier>({
  minVolume: big,
  makerPpm: number,
  takerPpm: number,
  perpetualMakerPpm: number,
  perpetualTakerPpm: number,
});

/** The codes of plain commands, and 20 to 39. */
export const spotCodecs: AnyCodecs<SpotCommand> = {
  ...plainCodecs,
  placeTrigger: command<PlaceTrigger>(20, {
    symbolId: number,
    side,
    ...termsShape,
    ...triggeredShape,
    clientOrderId: optional(text),
  }),
  placeOco: command<PlaceOco>(21, {
    symbolId: number,
    side,
    priceTicks,
    lots,
    clientOrderId: optional(text),
    source,
    triggerTicks: priceTicks,
    stopPriceTicks: optional(priceTicks),
    stopQuoteAmount: optional(amount),
    stopClientOrderId: optional(text),
  }),
  amendOrder: command<AmendOrder>(22, {
    symbolId: number,
    orderId: optional(number),
    clientOrderId: optional(text),
    priceTicks: optional(priceTicks),
    lots: optional(lots),
    quoteAmount: optional(amount),
    triggerTicks: optional(priceTicks),
  }),
  setFeeTiers: command<SetFeeTiers>(23, { volumeAssetId: number, tiers: list(feeTier) }),
  setSymbolLimits: command<SetSymbolLimits>(24, {
    symbolId: number,
    minNotional: amount,
    maxLots: lots,
    maxOpenOrders: number,
    priceBandPpm: number,
  }),
};
