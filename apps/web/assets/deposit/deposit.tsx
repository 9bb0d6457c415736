import { RECHARGE_METHODS, type RechargeCurrency } from '@candor/api';
import { EmptyState, Loaded, SegmentedControl, SkeletonText, useText } from '@candor/ui';
import { useState } from 'react';
import { useRechargeCurrencies } from '../../data/index.ts';
import { CoinNetworkFields, useCoinNetwork } from '../coin-network.tsx';
import { DepositAddress } from './deposit-address.tsx';
import { DepositHistory } from './deposit-history.tsx';
import { PracticeBlocks } from './practice-blocks.tsx';
import { hasPracticeCoins, PracticeCoins } from './practice-coins.tsx';
import { Recharge } from './recharge.tsx';
import { UnlistedTokens } from './unlisted-tokens.tsx';

const SKELETON_LINES = 8;
const WAYS = ['chain', ...RECHARGE_METHODS] as const;
type Way = (typeof WAYS)[number];

/** Depositing coins: the user's address, what a deposit needs, and the deposits as they arrive. */
export function Deposit() {
  const text = useText();
  const [way, setWay] = useState<Way>('chain');
  return (
    <div className="flex flex-col gap-8">
      <h1 className="text-20 font-semibold">{text('menu.recharge')}</h1>
      <SegmentedControl
        label={text('deposit.by')}
        className="max-w-140"
        value={way}
        onValueChange={setWay}
        segments={WAYS.map((value) => ({ value, label: text(`deposit.by.${value}.short`) }))}
      />
      {way === 'chain' ? <DepositByChain /> : <Recharge key={way} method={way} />}
      <section className="flex flex-col gap-4">
        <DepositHistory heading="h2" />
        <UnlistedTokens />
      </section>
    </div>
  );
}

/** Deposits that a chain proves. */
function DepositByChain() {
  const text = useText();
  const query = useRechargeCurrencies();
  return (
    <Loaded
      query={query}
      data={query.data}
      failedTitle={text('deposit.notLoaded')}
      skeleton={<SkeletonText lines={SKELETON_LINES} className="min-h-160" />}
    >
      {({ list }) =>
        list[0] === undefined ? (
          <EmptyState title={text('deposit.none')} text={text('deposit.none.text')} />
        ) : (
          <DepositOf list={list} first={list[0]} />
        )
      }
    </Loaded>
  );
}

/** The chosen coin and network, and what depends on them. */
function DepositOf({
  list,
  first,
}: {
  readonly list: readonly RechargeCurrency[];
  readonly first: RechargeCurrency;
}) {
  const choice = useCoinNetwork(list, first);
  const { chosen } = choice;
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-8 xl:grid-cols-2">
      <section className="flex min-w-0 flex-col gap-6">
        <CoinNetworkFields of={choice} />
        <DepositAddress currency={chosen} />
      </section>
      {chosen.practice && hasPracticeCoins(chosen.coin) && (
        <section className="flex min-w-0 flex-col gap-8">
          <PracticeCoins key={chosen.coin} coin={chosen.coin} />
          <PracticeBlocks />
        </section>
      )}
    </div>
  );
}
