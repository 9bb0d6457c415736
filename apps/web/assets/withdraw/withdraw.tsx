import { WITHDRAWAL_METHODS, type WithdrawalCoin, type WithdrawalMethod } from '@candor/api';
import { buttonClass, EmptyState, Loaded, SegmentedControl, SkeletonText, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSecurity, useWithdrawalCurrencies } from '../../data/index.ts';
import { AccountNotices } from '../../shell/account-notices.tsx';
import { useReturnSearch } from '../../shell/login-link.tsx';
import { CoinNetworkFields, useCoinNetwork } from '../coin-network.tsx';
import { AddressBook } from './withdraw-book.tsx';
import { WithdrawForm } from './withdraw-form.tsx';
import { type WithdrawalTerms, WithdrawTerms } from './withdraw-terms.tsx';
import { CardTerms, WithdrawToCard } from './withdraw-to-card.tsx';
import { WithdrawalHistory } from './withdrawal-history.tsx';

const SKELETON_LINES = 8;

/** Withdrawing coins: where to, how much of it arrives and when, and the clock of each withdrawal. */
export function Withdraw() {
  const text = useText();
  const query = useWithdrawalCurrencies();
  const [watched, setWatched] = useState<number | null>(null);
  return (
    <div className="flex flex-col gap-8">
      <h1 className="text-20 font-semibold">{text('menu.withdraw')}</h1>
      <Loaded
        query={query}
        data={query.data}
        failedTitle={text('deposit.notLoaded')}
        skeleton={<SkeletonText lines={SKELETON_LINES} />}
      >
        {(terms) =>
          terms.list[0] === undefined ? (
            <EmptyState title={text('deposit.none')} text={text('withdraw.none.text')} />
          ) : (
            <WithdrawOf terms={terms} first={terms.list[0]} onRequested={setWatched} />
          )
        }
      </Loaded>
      <section className="flex flex-col gap-4">
        <WithdrawalHistory heading="h2" watched={watched} onWatchedChange={setWatched} />
      </section>
    </div>
  );
}

interface WithdrawOfProps {
  readonly terms: WithdrawalTerms;
  readonly first: WithdrawalCoin;
  readonly onRequested: (id: number) => void;
}

/** The chosen coin and network, and what depends on them. */
function WithdrawOf({ terms, first, onRequested }: WithdrawOfProps) {
  const text = useText();
  const security = useSecurity();
  const back = useReturnSearch();
  const choice = useCoinNetwork(terms.list, first);
  const { chosen } = choice;
  const [address, setAddress] = useState('');
  const [toSave, setToSave] = useState<{ readonly address: string } | null>(null);
  const [method, setMethod] = useState<WithdrawalMethod>('chain');
  const toCard = method === 'bank' ? terms.bank : null;
  const isWaiting = terms.heldUntil !== null || security.data?.frozen === true;
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-8 xl:grid-cols-2">
      <section className="flex min-w-0 flex-col gap-6">
        {security.data !== undefined && <AccountNotices security={security.data} />}
        {terms.bank !== null && (
          <SegmentedControl
            label={text('withdraw.method')}
            value={method}
            onValueChange={setMethod}
            segments={WITHDRAWAL_METHODS.map((value) => ({ value, label: text(`withdraw.method.${value}`) }))}
          />
        )}
        {toCard === null && <CoinNetworkFields of={choice} />}
        {terms.fundPassword && toCard !== null && (
          <WithdrawToCard
            bank={toCard}
            obstacle={isWaiting ? text('error.WITHDRAWAL_HELD') : null}
            onRequested={onRequested}
          />
        )}
        {terms.fundPassword && toCard === null && (
          <WithdrawForm
            currency={chosen}
            address={address}
            onAddressChange={setAddress}
            onSave={(typed) => setToSave({ address: typed })}
            isWaiting={isWaiting}
            onRequested={onRequested}
          />
        )}
        {!terms.fundPassword && (
          <EmptyState
            title={text('withdraw.needsPassword')}
            text={text('withdraw.needsPassword.text')}
            action={
              <Link to="/account/center/security/setup" search={back} className={buttonClass()}>
                {text('account.setup.title')}
              </Link>
            }
          />
        )}
      </section>
      <section className="flex min-w-0 flex-col gap-8">
        {toCard === null ? (
          <WithdrawTerms terms={terms} currency={chosen} holdHours={security.data?.holdHours} />
        ) : (
          <CardTerms bank={toCard} />
        )}
        {terms.fundPassword && toCard === null && (
          <AddressBook
            network={chosen.network}
            whitelist={terms.whitelist}
            offered={toSave}
            onUse={setAddress}
          />
        )}
      </section>
    </div>
  );
}
