import {
  OTC_ASKS,
  OTC_MOVERS,
  OTC_OPEN_STATES,
  type OtcPricing,
  type OtcSide,
  type OtcTerms,
} from '@candor/rules';
import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import {
  amount,
  big,
  type CommandCodecs,
  command,
  type Field,
  flag,
  list,
  number,
  oneOf,
  record,
  text,
} from '../../codec/fields.ts';
import type {
  AdmitOtcMerchant,
  AppealOtcOrder,
  AskOtcCancel,
  CancelOtcOrder,
  ChangeOtcOffer,
  CloseOtcOffer,
  LeaveOtcMerchant,
  OtcCommand,
  PayOtcOrder,
  PublishOtcOffer,
  ReleaseOtcOrder,
  ResolveOtcAppeal,
  SetOtcCurrency,
  SetOtcMethod,
  SetOtcTerms,
  SetOtcTrader,
  StateOtcAppeal,
  TakeOtcOffer,
} from './commands.ts';

export const otcTerms = record<OtcTerms>({
  valueAssetId: number,
  makerFeePpm: number,
  bandPpm: number,
  minWindowMs: number,
  maxWindowMs: number,
  maxStableWindowMs: number,
  lapseMs: number,
  silenceMs: number,
  answerMs: number,
  decideMs: number,
  holdMs: number,
  faultsToPause: number,
  faultMemoryMs: number,
  pausesMs: list(number),
  newOrders: number,
  newValue: big,
  deposit: big,
  depositBackMs: number,
});

export const pricing: Field<OtcPricing> = {
  write(writer: ByteWriter, value) {
    writer.byte(value.kind === 'fixed' ? 0 : 1);
    for (const part of value.kind === 'fixed' ? [value.price] : [value.rate, value.floor, value.cap])
      writer.amount(part);
  },
  read(reader: ByteReader) {
    if (reader.byte() === 0) return { kind: 'fixed', price: reader.amount() };
    return { kind: 'floating', rate: reader.amount(), floor: reader.amount(), cap: reader.amount() };
  },
};

export const side = oneOf(['buy', 'sell']);
export const openState = oneOf(OTC_OPEN_STATES);
export const ask = oneOf(OTC_ASKS);
const winner = oneOf(OTC_MOVERS) as Field<string> as Field<OtcSide>;

export const offerShape = {
  pricing,
  amount,
  minAmount: amount,
  maxAmount: amount,
  windowMs: number,
  methods: list(text),
  termsHash: text,
  minReleased: number,
} as const;

const order = { orderId: number, seen: openState } as const;

/** Codes 225 to 241. */
export const otcCodecs: CommandCodecs<OtcCommand> = {
  setOtcTerms: command<SetOtcTerms>(225, { terms: otcTerms, effectiveMs: number, reason: text }),
  setOtcCurrency: command<SetOtcCurrency>(226, { currency: text, scale: number, rate: big, reason: text }),
  setOtcMethod: command<SetOtcMethod>(227, {
    method: text,
    appealAfterMs: number,
    isOpen: flag,
    reason: text,
  }),
  setOtcTrader: command<SetOtcTrader>(228, {
    accountUserId: number,
    isAdmitted: flag,
    person: text,
    reason: text,
  }),
  admitOtcMerchant: command<AdmitOtcMerchant>(229, { accountUserId: number, reason: text }),
  leaveOtcMerchant: command<LeaveOtcMerchant>(230, {}),
  publishOtcOffer: command<PublishOtcOffer>(231, {
    ...offerShape,
    side,
    assetId: number,
    currency: text,
  }),
  changeOtcOffer: command<ChangeOtcOffer>(232, {
    ...offerShape,
    offerId: number,
    version: number,
    isPaused: flag,
  }),
  closeOtcOffer: command<CloseOtcOffer>(233, { offerId: number }),
  takeOtcOffer: command<TakeOtcOffer>(234, {
    offerId: number,
    version: number,
    seenPrice: big,
    amount,
    method: text,
  }),
  payOtcOrder: command<PayOtcOrder>(235, order),
  releaseOtcOrder: command<ReleaseOtcOrder>(236, {
    ...order,
    amount,
    arrived: flag,
    whole: flag,
    sameName: flag,
  }),
  cancelOtcOrder: command<CancelOtcOrder>(237, order),
  askOtcCancel: command<AskOtcCancel>(238, { ...order, why: ask }),
  appealOtcOrder: command<AppealOtcOrder>(239, { ...order, reason: text, evidence: text }),
  stateOtcAppeal: command<StateOtcAppeal>(240, { ...order, evidence: text }),
  resolveOtcAppeal: command<ResolveOtcAppeal>(241, {
    ...order,
    winner,
    fault: oneOf(['buyer', 'seller', 'nobody']),
    reason: text,
    operators: list(text),
  }),
};
