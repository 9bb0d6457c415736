import { firstWrongStep } from '@candor/proofs';
import { ReceiptTick, Skeleton, useFormatters, useText } from '@candor/ui';
import { useHouse, useSettings } from '../data/index.ts';
import type { FollowedSettlements } from './proof/check-settled.ts';
import { useFollowedSettlements } from './proof/use-proof.ts';

const SHOWN = 5;
const COIN = 'USDT';
const SIDES = ['buyer', 'seller'] as const;

interface FundEntry {
  readonly key: string;
  readonly coin: string;
  readonly fee: string;
  readonly toSafetyFund: string;
  readonly market: string;
  readonly time: number;
  readonly seq: number;
  readonly holds: boolean;
}

/** Entries of the fund out of the last fees of both kinds, newest first. */
export function fundEntriesOf({
  fills,
  contractFees,
}: Pick<FollowedSettlements, 'fills' | 'contractFees'>): readonly FundEntry[] {
  const spot = fills.flatMap(({ row, check, key }) => {
    const wrong = firstWrongStep(check)?.name ?? null;
    return SIDES.filter((side) => /[1-9]/.test(row[side].toSafetyFund)).map(
      (side): FundEntry => ({
        key: `${key} ${side}`,
        ...row[side],
        market: row.symbol_name,
        time: row.time,
        seq: row.seq,
        holds: check.steps.length > 0 && wrong !== `${side}Fund` && wrong !== `${side}Fee`,
      }),
    );
  });
  const contracts = contractFees.map(
    ({ row, check, key }): FundEntry => ({ ...row, key, market: row.symbol, holds: check.ok }),
  );
  return [...spot, ...contracts].toSorted((left, right) => right.seq - left.seq);
}

/** The safety fund: what it holds in each coin, and its last entries, each a tenth of a fee that this browser checked. */
export function SafetyFund() {
  const format = useFormatters();
  const text = useText();
  const { data: house, isPending } = useHouse();
  const practice = useSettings().data?.mode !== 'real';
  const { data: settled, error } = useFollowedSettlements();
  const held = (house?.assets ?? []).filter((asset) => /[1-9]/.test(asset.safetyFund));
  const usdt = house?.assets.find(({ coin }) => coin === COIN)?.safetyFund;
  const others = held.filter(({ coin }) => coin !== COIN);
  const entries = settled === undefined ? [] : fundEntriesOf(settled).slice(0, SHOWN);
  return (
    <section aria-labelledby="fund-title" className="flex min-w-0 flex-col">
      <h2 id="fund-title" className="text-20 font-semibold">
        {text('home.safetyFund.title')}
      </h2>
      <p className="figure pt-3 text-28 font-semibold sm:text-44">
        {isPending && <Skeleton className="h-12 w-56" />}
        {!isPending && (house === undefined ? '–' : `${format.quantity(usdt ?? '0')} ${COIN}`)}
      </p>
      {others.length > 0 && (
        <p className="figure flex flex-wrap gap-x-4 text-14 whitespace-normal! text-ink-2">
          {others.map(({ coin, safetyFund }) => (
            <span key={coin} className="whitespace-nowrap">
              {`+ ${format.quantity(safetyFund)} ${coin}`}
            </span>
          ))}
        </p>
      )}
      <p className="max-w-150 pt-2 text-14 text-ink-2">{text('home.safetyFund.text')}</p>
      <h3 className="border-b pt-6 pb-2 text-14 font-semibold">{text('home.safetyFund.entries')}</h3>
      {entries.length === 0 ? (
        <p className="py-3 text-14 text-ink-3">
          {settled !== undefined && text('home.safetyFund.noFees')}
          {settled === undefined && error !== null && text('home.proof.settledNotLoaded')}
        </p>
      ) : (
        <ul className="divide-y divide-dashed">
          {entries.map(({ key, coin, fee, toSafetyFund, market, time, holds }) => (
            <li key={key} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 text-14">
              <span className="figure flex items-baseline gap-2">
                <ReceiptTick state={holds ? 'verified' : 'failed'} practice={practice} />
                {`+ ${format.quantity(toSafetyFund)} ${coin}`}
              </span>
              <span className="text-13 text-ink-3">
                {text('home.safetyFund.entry', {
                  fee: `${format.quantity(fee)} ${coin}`,
                  market,
                  time: format.time(time),
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
