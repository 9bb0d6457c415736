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

type Choice = ReturnType<typeof useChoice>;

/** The accounts and the coin of the transfer, with the most that may leave. */
function useChoice(props: TransferProps) {
  const query = useCurrencyAccounts();
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
    query.data?.list.find(
      (row) => row.type === source.type && (row.symbol ?? '') === source.symbol && row.coin === coin,
    )?.transferable ?? '0';
  return { query, balances, markets, source, target, coins, coin, most, setFrom, setTo, setCoin };
}

function useTransferAct({ source, target, coin }: Choice, onMoved: (() => void) | undefined) {
  const intl = useIntl();
  const format = useFormatters();
  const client = useClient();
  const queries = useQueryClient();
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
      onMoved?.();
    },
    onSettled: () =>
      Promise.all(
        [queryKeys.balances, queryKeys.bills, queryKeys.margin].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
  return act;
}

/** A transfer between two of the user's accounts, at most what the first lets go. */
export function useTransferForm(props: TransferProps): TransferState {
  const text = useText();
  const choice = useChoice(props);
  const act = useTransferAct(choice, props.onMoved);
  const { query, balances, markets, source, target } = choice;
  const isSame = source.type === target.type && source.symbol === target.symbol;
  const obstacle = isSame ? text('error.TRANSFER_SAME_WALLET') : null;
  if (query.data === undefined || balances === undefined || markets === undefined) {
    return { act, obstacle, query, fields: undefined };
  }
  const hasOtc = [source.type, target.type, ...query.data.list.map(({ type }) => type)].includes(OTC);
  const types = hasOtc ? [...walletTypes, OTC] : walletTypes;
  return {
    act,
    obstacle,
    query,
    fields: <ChoiceFields act={act} choice={choice} types={types} markets={markets} />,
  };
}

interface ChoiceFieldsProps extends Pick<PlaceFieldsProps, 'types' | 'markets'> {
  readonly act: TransferState['act'];
  readonly choice: Choice;
}

/** Chooses both accounts, the coin and its amount. */
function ChoiceFields({ act, choice, types, markets }: ChoiceFieldsProps) {
  const text = useText();
  const format = useFormatters();
  const { source, target, coins, coin, most, setFrom, setTo, setCoin } = choice;
  const edit = (change: () => void) => {
    act.form.clearErrors();
    change();
  };
  return (
    <>
      <PlaceFields
        label={text('transfer.from')}
        types={types}
        value={source}
        onValueChange={(next) => edit(() => setFrom(next))}
        markets={markets}
      />
      <IconButton
        label={text('transfer.turn')}
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
      <PlaceFields
        label={text('transfer.to')}
        types={types}
        value={target}
        onValueChange={(next) => edit(() => setTo(next))}
        markets={markets}
      />
      <Select
        label={text('transfer.coin')}
        value={coin}
        onValueChange={(next) => edit(() => setCoin(next))}
        options={coins.map((each) => ({ value: each, label: each }))}
      />
      <AmountField
        act={act}
        label={text('transfer.amount')}
        coin={coin}
        most={{ text: text('transfer.max'), amount: trimFigure(most, 0) }}
        description={text('transfer.most', { amount: format.quantity(most), coin })}
      />
    </>
  );
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
