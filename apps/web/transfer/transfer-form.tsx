import type { CallData, Calls, MarketRow, OwnWalletType } from '@candor/api';
import { type TypedNumber, trimFigure } from '@candor/i18n';
import {
  type ActForm,
  IconButton,
  Loaded,
  type LoadedProps,
  Select,
  SkeletonText,
  toasts,
  useActForm,
  useFormatters,
  useText,
} from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowDownUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { queryKeys, useAssetBalances, useClient, useCurrencyAccounts, useMarkets } from '../data/index.ts';
import { AmountField } from '../forms/amount-field.tsx';
import { walletMessage, walletTypes } from './wallet-names.ts';

const ISOLATED: OwnWalletType = '6';
/** Account of merchants: offered to who has one, or is about to. */
const OTC: OwnWalletType = '8';

/** One of the user's own accounts. */
export interface Place {
  readonly type: OwnWalletType;
  /** The market of an isolated margin account; '' for any other account, and for the first market. */
  readonly symbol: string;
}

export const SPOT: Place = { type: '1', symbol: '' };

export interface TransferProps {
  /** Place that the form starts with. */
  readonly from: Place;
  readonly to: Place;
  readonly coin: string;
  readonly onMoved?: () => void;
}

interface Values {
  readonly amount: TypedNumber;
}

type Moved = CallData<Calls['transfer']>;

/** A transfer that is being written: the act, its fields, and why it cannot be sent. */
export interface TransferState {
  readonly act: ActForm<Values, Moved>;
  readonly obstacle: string | null;
  /** The query of the accounts, which the fields wait for. */
  readonly query: LoadedProps<unknown>['query'];
  /** Undefined while the accounts are loaded. */
  readonly fields: ReactNode | undefined;
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

/** A transfer between two of the user's accounts, at most what the first lets go. */
export function useTransferForm(props: TransferProps): TransferState {
  const intl = useIntl();
  const format = useFormatters();
  const client = useClient();
  const queries = useQueryClient();
  const query = useCurrencyAccounts();
  const { data: where } = query;
  const { data: balances } = useAssetBalances();
  const { data: markets } = useMarkets();
  const [from, setFrom] = useState(props.from);
  const [to, setTo] = useState(props.to);
  const [wantedCoin, setCoin] = useState(props.coin);
  const firstMarket = markets?.[0]?.symbol ?? '';
  const named = ({ type, symbol }: Place): Place => ({
    type,
    symbol: type === ISOLATED ? symbol || firstMarket : '',
  });
  const [source, target] = [named(from), named(to)];
  const coins = coinsOf(balances?.list.map(({ coin }) => coin) ?? [], markets ?? [], [source, target]);
  const coin = coins.includes(wantedCoin) ? wantedCoin : (coins[0] ?? wantedCoin);
  const most =
    where?.list.find(
      (row) => row.type === source.type && (row.symbol ?? '') === source.symbol && row.coin === coin,
    )?.transferable ?? '0';

  const act = useActForm<Values, Moved>({
    defaultValues: { amount: '' },
    beside: { source, target, coin },
    places: { AMOUNT_INVALID: 'amount', AMOUNT_TOO_LARGE: 'amount', INSUFFICIENT_BALANCE: 'amount' },
    send: ({ amount }, sending) => {
      const query = {
        from: source.type,
        to: target.type,
        coin,
        amount,
        ...(source.symbol === '' ? {} : { fromSymbol: source.symbol }),
        ...(target.symbol === '' ? {} : { toSymbol: target.symbol }),
      };
      return client.call('transfer', { query }, sending);
    },
    onDone: (moved) => {
      const values = { amount: format.quantity(moved.amount), coin: moved.coin };
      toasts.success(intl.formatMessage({ id: 'transfer.done' }, values));
      act.form.reset();
      props.onMoved?.();
    },
    onSettled: () =>
      Promise.all(
        [queryKeys.balances, queryKeys.bills, queryKeys.margin].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });

  const isSame = source.type === target.type && source.symbol === target.symbol;
  const obstacle = isSame ? intl.formatMessage({ id: 'error.TRANSFER_SAME_WALLET' }) : null;
  if (where === undefined || balances === undefined || markets === undefined) {
    return { act, obstacle, query, fields: undefined };
  }

  const hasOtc = [source.type, target.type, ...where.list.map(({ type }) => type)].includes(OTC);
  const types = hasOtc ? [...walletTypes, OTC] : walletTypes;
  const edit = (change: () => void) => {
    act.form.clearErrors();
    change();
  };
  const place = (label: string, value: Place, set: (next: Place) => void) => (
    <PlaceFields
      label={intl.formatMessage({ id: label })}
      types={types}
      value={value}
      onValueChange={(next) => edit(() => set(next))}
      markets={markets}
    />
  );
  const fields = (
    <>
      {place('transfer.from', source, setFrom)}
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
      {place('transfer.to', target, setTo)}
      <Select
        label={intl.formatMessage({ id: 'transfer.coin' })}
        value={coin}
        onValueChange={(next) => edit(() => setCoin(next))}
        options={coins.map((each) => ({ value: each, label: each }))}
      />
      <AmountField
        act={act}
        label={intl.formatMessage({ id: 'transfer.amount' })}
        coin={coin}
        most={{ text: intl.formatMessage({ id: 'transfer.max' }), amount: trimFigure(most, 0) }}
        description={intl.formatMessage({ id: 'transfer.most' }, { amount: format.quantity(most), coin })}
      />
    </>
  );
  return { act, obstacle, query, fields };
}

interface PlaceFieldsProps {
  readonly label: string;
  readonly types: readonly OwnWalletType[];
  readonly value: Place;
  readonly onValueChange: (place: Place) => void;
  readonly markets: readonly MarketRow[];
}

/** Chooses an account, and the market of an isolated one. */
function PlaceFields({ label, types, value, onValueChange, markets }: PlaceFieldsProps) {
  const intl = useIntl();
  const isIsolated = value.type === ISOLATED;
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Select
        label={label}
        className={isIsolated ? '' : 'sm:col-span-2'}
        value={value.type}
        onValueChange={(type) => onValueChange({ ...value, type })}
        options={types.map((type) => ({
          value: type,
          label: intl.formatMessage({ id: walletMessage[type] }),
        }))}
      />
      {isIsolated && (
        <Select
          label={intl.formatMessage({ id: 'transfer.market' })}
          value={value.symbol}
          onValueChange={(symbol) => onValueChange({ ...value, symbol })}
          options={markets.map((row) => ({ value: row.symbol, label: row.symbol_name }))}
        />
      )}
    </div>
  );
}

/** The fields of a transfer, or what stands in their place until the accounts are known. */
export function TransferFields({ state }: { readonly state: TransferState }) {
  const text = useText();
  return (
    <Loaded
      query={state.query}
      data={state.fields}
      failedTitle={text('transfer.notLoaded')}
      skeleton={<SkeletonText lines={6} />}
    >
      {(fields) => fields}
    </Loaded>
  );
}
