import type { MarketRow, OwnWalletType } from '@candor/contract';
import { isPositiveNumber } from '@candor/i18n';
import { Button, ErrorState, IconButton, Select, SkeletonText, toasts, useFormatters } from '@candor/ui';
import { ArrowDownUp } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { wordsOf } from '../app/error-words.ts';
import { useAssetBalances, useCurrencyAccounts, useMarkets, useTransfer } from '../data/index.ts';
import { TransferAmount } from './transfer-amount.tsx';
import { walletMessage, walletTypes } from './wallet-names.ts';

const ISOLATED: OwnWalletType = '6';

interface Place {
  readonly type: OwnWalletType;
  /** Of an isolated margin account. */
  readonly symbol: string;
}

/** The coins that both places keep: isolated margin accounts keep the two of their market. */
function coinsOf(all: readonly string[], markets: readonly MarketRow[], places: readonly Place[]): string[] {
  return all.filter((coin) =>
    places.every(({ type, symbol }) => {
      if (type !== ISOLATED) return true;
      const market = markets.find((row) => row.symbol === symbol);
      return market !== undefined && (market.base_symbol === coin || market.quote_symbol === coin);
    }),
  );
}

/** Moves coins between the user's own accounts. */
export function Transfer() {
  const intl = useIntl();
  const formatters = useFormatters();
  const { data: where, error, refetch, isFetching } = useCurrencyAccounts();
  const { data: balances } = useAssetBalances();
  const { data: markets } = useMarkets();
  const transfer = useTransfer();
  const [from, setFrom] = useState<Place>({ type: '1', symbol: '' });
  const [to, setTo] = useState<Place>({ type: '2', symbol: '' });
  const [wantedCoin, setCoin] = useState('USDT');
  const [amount, setAmount] = useState('');

  if (where === undefined || balances === undefined || markets === undefined) {
    return error === null ? (
      <SkeletonText lines={6} />
    ) : (
      <ErrorState
        title={<FormattedMessage id="assets.notLoaded" />}
        text={wordsOf(intl, error)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }

  const firstMarket = markets[0]?.symbol ?? '';
  const named = (place: Place): Place =>
    place.type === ISOLATED ? { ...place, symbol: place.symbol || firstMarket } : { ...place, symbol: '' };
  const source = named(from);
  const target = named(to);
  const coins = coinsOf(
    balances.list.map(({ coin }) => coin),
    markets,
    [source, target],
  );
  const coin = coins.includes(wantedCoin) ? wantedCoin : (coins[0] ?? wantedCoin);
  const most =
    where.list.find(
      (row) => row.type === source.type && (row.symbol ?? '') === source.symbol && row.coin === coin,
    )?.transferable ?? '0';
  const isSame = source.type === target.type && source.symbol === target.symbol;
  const edit = (change: () => void) => {
    transfer.reset();
    change();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (transfer.isPending) return;
    transfer.mutate(
      {
        ...{ from: source.type, to: target.type, coin, amount },
        ...(source.symbol === '' ? {} : { fromSymbol: source.symbol }),
        ...(target.symbol === '' ? {} : { toSymbol: target.symbol }),
      },
      {
        onSuccess: (moved) => {
          const values = { amount: formatters.quantity(moved.amount), coin: moved.coin };
          toasts.success(intl.formatMessage({ id: 'transfer.done' }, values));
          setAmount('');
        },
      },
    );
  };

  const walletOptions = walletTypes.map((type) => ({
    value: type,
    label: intl.formatMessage({ id: walletMessage[type] }),
  }));
  const marketOptions = markets.map((row) => ({ value: row.symbol, label: row.symbol_name }));
  const placeFields = (label: string, place: Place, set: (next: Place) => void) => (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Select
        label={intl.formatMessage({ id: label })}
        className={place.type === ISOLATED ? '' : 'sm:col-span-2'}
        value={place.type}
        onValueChange={(type) => edit(() => set({ ...place, type }))}
        options={walletOptions}
      />
      {place.type === ISOLATED && (
        <Select
          label={intl.formatMessage({ id: 'transfer.market' })}
          value={place.symbol}
          onValueChange={(symbol) => edit(() => set({ ...place, symbol }))}
          options={marketOptions}
        />
      )}
    </div>
  );

  return (
    <div className="max-w-140">
      <h1 className="text-20 font-semibold">
        <FormattedMessage id="menu.transfer" />
      </h1>
      <p className="pt-2 pb-6 text-14 text-ink-2">
        <FormattedMessage id="transfer.text" />
      </p>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {placeFields('transfer.from', source, setFrom)}
        <IconButton
          label={intl.formatMessage({ id: 'transfer.turn' })}
          className="-my-2 self-center"
          onClick={() =>
            edit(() => {
              setFrom(target);
              setTo(source);
            })
          }
        >
          <ArrowDownUp aria-hidden="true" className="size-4" strokeWidth={1.75} />
        </IconButton>
        {placeFields('transfer.to', target, setTo)}
        <Select
          label={intl.formatMessage({ id: 'assets.coin' })}
          value={coin}
          onValueChange={(next) => edit(() => setCoin(next))}
          options={coins.map((each) => ({ value: each, label: each }))}
        />
        <TransferAmount
          label={<FormattedMessage id="assets.amount" />}
          coin={coin}
          most={most}
          value={amount}
          onValueChange={(next) => edit(() => setAmount(next))}
          error={
            isSame ? (
              <FormattedMessage id="error.TRANSFER_SAME_WALLET" />
            ) : transfer.error === null ? undefined : (
              wordsOf(intl, transfer.error)
            )
          }
        />
        <Button
          type="submit"
          className="self-start"
          disabled={isSame || !isPositiveNumber(amount)}
          loading={transfer.isPending}
        >
          <FormattedMessage id="menu.transfer" />
        </Button>
      </form>
    </div>
  );
}
