import type {
  MiningAccrualRow,
  MiningChangeRow,
  MiningGearRow,
  MiningIndexGearRow,
  MiningIndexPointRow,
  MiningPoolRow,
  MiningRecordRow,
  MiningRegistryRow,
  MiningRewardRow,
} from '@candor/api';
import {
  JOIN_DATA,
  JOIN_REGISTRY_ADDRESS,
  JOIN_REGISTRY_CODE_HASH,
  JOIN_REGISTRY_COMPILER,
  JOIN_REGISTRY_SETTINGS,
  normaliseEvmAddress,
} from '@candor/chains';
import type { AnnouncedChange, Gear, StreamedPositionView, StreamView } from '@candor/kernel';
import { type Amount, formatDecimalTrimmed } from '@candor/money';
import type { MiningMoveRecord, MiningPaid } from '@candor/projections';
import { gearTermsHash, simpleYearlyPpm } from '@candor/rules';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import { amountText, swapQuoteRowOf } from '../../engine/values/index.ts';
import { daysOf } from '../earn/index.ts';
import type { JoinChain } from './chain-line.ts';
import type { IndexLines } from './mining-index.ts';

const PPM_SCALE = 6;
const SECOND_MS = 1_000;
const rateText = (ppm: number) => formatDecimalTrimmed(BigInt(ppm), PPM_SCALE);
/** The time in ms of a whole second; null for none. */
export const timeOf = (second: number | null) => (second === null ? null : second * SECOND_MS);

/** SHA-256 of the gears of a coin: what its user accepts. */
export function termsHashOf(catalogue: Catalogue, { assetId, termsNo, gears }: StreamView): string {
  return gearTermsHash({
    product: 'mining',
    asset: catalogue.assetById(assetId).code,
    termsNo,
    gears: gears.map(({ minAmount, dailyPpm }) => ({
      minAmount: amountText(catalogue, assetId, minAmount),
      dailyPpm,
    })),
  });
}

function gearOf(catalogue: Catalogue, assetId: number, { minAmount, dailyPpm }: Gear, at: number) {
  return {
    gear: at + 1,
    minAmount: amountText(catalogue, assetId, minAmount),
    dailyRate: rateText(dailyPpm),
    dailyPpm,
    yearlyRate: rateText(simpleYearlyPpm(dailyPpm)),
  };
}

export function gearRowsOf(catalogue: Catalogue, { assetId, gears }: StreamView): MiningGearRow[] {
  return gears.map((gear, at) => ({
    ...gearOf(catalogue, assetId, gear, at),
    nodes: gear.holders,
    held: amountText(catalogue, assetId, gear.held),
  }));
}

export function changeRowOf(
  catalogue: Catalogue,
  { change, effectiveMs, reason }: AnnouncedChange,
): MiningChangeRow | null {
  if (change.type !== 'setMiningTerms') return null;
  return {
    gears: change.gears.map((gear, at) => gearOf(catalogue, change.assetId, gear, at)),
    startsTime: effectiveMs,
    reason,
  };
}

export function poolRowOf(catalogue: Catalogue, stream: StreamView, paid: MiningPaid): MiningPoolRow {
  const text = (amount: Amount) => amountText(catalogue, stream.assetId, amount);
  return {
    balance: text(stream.pool),
    owed: text(stream.owed),
    free: text(stream.free),
    dailyOutput: text(stream.perDay),
    daysLeft: daysOf(stream.free, stream.perDay),
    endsTime: timeOf(stream.endSecond),
    isEmpty: stream.isEnded,
    paid7Days: text(paid.paid7Days),
    paid30Days: text(paid.paid30Days),
    paidTotal: text(stream.claimed),
  };
}

/** The lines of the index and their points. */
export function indexRowsOf(
  catalogue: Catalogue,
  assetId: number,
  { gears, points }: IndexLines,
): { readonly gears: MiningIndexGearRow[]; readonly points: MiningIndexPointRow[] } {
  return {
    gears: gears.map(({ minAmount, dailyPpm }, at) => ({
      gear: at + 1,
      minAmount: amountText(catalogue, assetId, minAmount),
      dailyPpm,
    })),
    points: points.map(({ second, index }) => ({ time: second * SECOND_MS, index: index.map(String) })),
  };
}

export function registryRowOf(
  { chainId, network, name, confirmations }: JoinChain,
  houseAddresses: readonly string[],
): MiningRegistryRow {
  return {
    chainId,
    network,
    chainName: name,
    address: JOIN_REGISTRY_ADDRESS,
    joinData: JOIN_DATA,
    codeHash: JOIN_REGISTRY_CODE_HASH,
    compiler: JOIN_REGISTRY_COMPILER,
    settings: JOIN_REGISTRY_SETTINGS,
    confirmations,
    houseAddresses: houseAddresses.flatMap((address) => normaliseEvmAddress(address) ?? []),
  };
}

/** Rewards by the numbers of their coins; those of 0 left out. */
export function rewardRowsOf(
  catalogue: Catalogue,
  rewards: readonly { readonly assetId: number; readonly amount: Amount }[],
): MiningRewardRow[] {
  return rewards
    .filter(({ amount }) => amount > 0n)
    .toSorted((a, b) => a.assetId - b.assetId)
    .map(({ assetId, amount }) => {
      const { code, scale } = catalogue.assetById(assetId);
      return { coin: code, scale, amount: amountText(catalogue, assetId, amount) };
    });
}

/** Figures that a page counts income up by; of somebody without a position they are all 0. */
export function accrualRowOf(
  position: StreamedPositionView | undefined,
  stream: StreamView | undefined,
): MiningAccrualRow {
  return {
    held: String(position?.held ?? 0n),
    dailyPpm: position?.dailyPpm ?? 0,
    earned: String(position?.earned ?? 0n),
    time: (position?.second ?? stream?.second ?? 0) * SECOND_MS,
    endsTime: timeOf(stream?.endSecond ?? null),
    isEnded: stream?.isEnded ?? false,
  };
}

/** Facts of an event as the read model keeps it: whole numbers of any size stand in it as text. */
interface Kept {
  readonly assetId?: number;
  readonly amount?: string;
  readonly heldAfter?: string;
  readonly address?: string;
  readonly swapId?: number;
  readonly from?: { readonly assetId: number };
  readonly to?: { readonly assetId: number };
  readonly arrives?: string;
  readonly held?: string;
  readonly fromSeconds?: number;
  readonly toSeconds?: number;
  readonly spans?: readonly {
    readonly termsNo: number;
    readonly dailyPpm: number;
    readonly seconds: number;
  }[];
  readonly carried?: string;
  readonly earned?: string;
  readonly rest?: string;
}

const units = (text: string | undefined) => BigInt(text ?? '0') as Amount;

/** A movement with all that its income follows from; its place in the journal is added by the caller. */
export function recordRowOf(catalogue: Catalogue, record: MiningMoveRecord): MiningRecordRow {
  const event = record.event as Kept;
  const assetId = event.assetId ?? event.from?.assetId ?? null;
  const asset = assetId === null ? null : catalogue.assetById(assetId);
  const text = (amount: string | undefined) =>
    asset === null ? '0' : amountText(catalogue, asset.assetId, units(amount));
  const into = event.to?.assetId;
  return {
    id: `${record.seq}.${record.line}`,
    kind: record.kind,
    time: record.timeMs,
    coin: asset?.code ?? null,
    amount: text(event.amount),
    held: event.heldAfter === undefined ? null : text(event.heldAfter),
    into:
      into === undefined
        ? null
        : {
            coin: catalogue.assetById(into).code,
            amount: amountText(catalogue, into, units(event.arrives)),
            quoteId: event.swapId ?? 0,
          },
    quote: record.quote === null ? null : swapQuoteRowOf(catalogue, record.quote),
    address: event.address === undefined ? null : normaliseEvmAddress(event.address),
    seq: record.seq,
    scale: asset?.scale ?? 0,
    accrual: accrualOf(record.kind, event),
  };
}

function accrualOf(kind: MiningMoveRecord['kind'], event: Kept): MiningRecordRow['accrual'] {
  if (event.spans === undefined) return null;
  return {
    held: event.held ?? '0',
    fromSeconds: event.fromSeconds ?? 0,
    toSeconds: event.toSeconds ?? 0,
    spans: [...event.spans],
    carried: event.carried ?? '0',
    earned: event.earned ?? '0',
    paid: kind === 'claimed' ? (event.amount ?? '0') : '0',
    rest: event.rest ?? event.earned ?? '0',
  };
}
