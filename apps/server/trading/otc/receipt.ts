import type { OtcMethod, OtcOrderReceipt } from '@candor/api';
import type { OtcOrderEndedEvent } from '@candor/kernel';
import { type Amount, formatDecimalTrimmed } from '@candor/money';
import type { OtcEntryRecord, OtcOrderRecord } from '@candor/projections';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import { placed } from '../../engine/placed.ts';
import type { History } from '../../engine/ports.ts';
import { amountText } from '../../engine/values/index.ts';
import { otcEntryOf, priceText, pricingRow } from './rows.ts';

type Created = OtcOrderRecord['created'];

/** An order as the ledger tells it, with the places of all that happened to it in the journal. */
export async function otcReceiptOf(
  history: Pick<History, 'places'>,
  catalogue: Catalogue,
  {
    record,
    entries,
    userId,
  }: {
    readonly record: OtcOrderRecord;
    readonly entries: readonly OtcEntryRecord[];
    readonly userId: number;
  },
): Promise<OtcOrderReceipt> {
  const { created, state, paidMs, endedMs, timeMs, seq } = record;
  const { assetId, buyerId, makerId, currencyScale } = created;
  const coins = (amount: Amount) => amountText(catalogue, assetId, amount);
  const ended = entries.flatMap(({ event }) => (event.type === 'otcOrderEnded' ? [event] : []))[0];
  const out = ended === undefined ? null : outOf(created, ended);
  const told = entries.map((entry): { readonly seq: number } => otcEntryOf(catalogue, entry));
  const rows = await placed(history, told);
  const [place] = await placed(history, [{ seq }]);
  const { scale: valueScale } = valueCoin(catalogue);
  return {
    orderId: created.orderId,
    offerId: created.offerId,
    version: created.version,
    role: buyerId === userId ? 'buyer' : 'seller',
    isMaker: makerId === userId,
    coin: catalogue.assetById(assetId).code,
    amount: coins(created.amount),
    currency: created.currency,
    method: created.method as OtcMethod,
    price: priceText(created.price),
    total: formatDecimalTrimmed(created.total, currencyScale),
    fee: coins(created.fee),
    value: formatDecimalTrimmed(created.value, valueScale),
    held: coins(heldOf(created)),
    termsHash: created.termsHash,
    state,
    paidTime: paidMs,
    endedTime: endedMs,
    bought: out === null ? null : coins(out.bought),
    charged: out === null ? null : coins(out.charged),
    returned: out === null ? null : coins(out.returned),
    createdTime: timeMs,
    seq,
    ...frozenOf(catalogue, created, valueScale),
    entries: rows as OtcOrderReceipt['entries'],
    journal: place!.journal,
  };
}

const valueCoin = (catalogue: Catalogue): { readonly scale: number } =>
  catalogue.assets.find(({ code }) => code === 'USDT') ?? { scale: 0 };

/** Inputs and clocks as they stood at the taking. */
function frozenOf(
  catalogue: Catalogue,
  { pricing, seenPrice, indexOver, indexUnder, rate, bandPpm, assetId, currencyScale, clocks }: Created,
  valueScale: number,
): Pick<OtcOrderReceipt, 'inputs' | 'clocks'> {
  return {
    inputs: {
      pricing: pricingRow(pricing),
      seenPrice: priceText(seenPrice),
      indexOver: String(indexOver),
      indexUnder: String(indexUnder),
      rate: priceText(rate),
      bandPpm,
      coinScale: catalogue.assetById(assetId).scale,
      valueScale,
      currencyScale,
    },
    clocks: { ...clocks },
  };
}

/** Coins that the seller gave into escrow: a maker's fee lies beside what the maker sells. */
const heldOf = ({ makerId, sellerId, amount, fee }: Created): Amount =>
  (makerId === sellerId ? amount + fee : amount) as Amount;

/** Coins by where they went at the end. */
function outOf(created: Created, { winner, fee }: OtcOrderEndedEvent) {
  const none = 0n as Amount;
  if (winner === 'seller') return { bought: none, charged: none, returned: heldOf(created) };
  return { bought: (heldOf(created) - fee) as Amount, charged: fee, returned: none };
}
