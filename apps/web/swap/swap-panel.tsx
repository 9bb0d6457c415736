import type { CallData, Calls, SwapQuoteRow } from '@candor/api';
import { type TypedNumber, trimFigure } from '@candor/i18n';
import {
  ActMessage,
  Button,
  IconButton,
  Loaded,
  Select,
  SkeletonText,
  useActForm,
  useFormatters,
  useText,
} from '@candor/ui';
import { ArrowDownUp } from 'lucide-react';
import { useState } from 'react';
import { Eye } from '../common/eye.tsx';
import { QuoteCard } from '../common/quote-card.tsx';
import { useClient, useCurrencyAccounts } from '../data/index.ts';
import { AmountField } from '../forms/amount-field.tsx';
import { DaysFilter } from '../records/days-filter.tsx';
import { SwapsFile } from './files.tsx';
import { mostSwap } from './most-swap.ts';
import { SwapHistory } from './swap-history.tsx';
import { useSwapOffer, useSwapsChanged } from './use-swaps.ts';

type Offer = CallData<Calls['getSwapOffer']>;

const SPOT = '1';

/** Converts one coin into another by a quote that holds for some seconds. */
export function SwapPanel() {
  const text = useText();
  const query = useSwapOffer();
  return (
    <div className="flex flex-col gap-10">
      <div className="max-w-140">
        <h1 className="text-20 font-semibold">{text('menu.swap')}</h1>
        <Loaded
          query={query}
          data={query.data}
          failedTitle={text('swap.notLoaded')}
          skeleton={<SkeletonText lines={8} />}
        >
          {(offer) => <SwapForm offer={offer} />}
        </Loaded>
      </div>
      <section className="flex flex-col gap-3">
        <DaysFilter>
          {(fields) => (
            <>
              <div className="flex flex-wrap items-center justify-between gap-2">
                <span className="flex items-center gap-2">
                  <h2 className="text-16 font-semibold">{text('swap.history')}</h2>
                  <Eye />
                </span>
                <span className="ms-auto">
                  <SwapsFile />
                </span>
              </div>
              {fields}
              <SwapHistory />
            </>
          )}
        </DaysFilter>
      </section>
    </div>
  );
}

type Coin = Offer['coins'][number];

/** Returns why nothing can be swapped between the chosen coins, in words; null where it can. */
function useObstacle(offer: Offer, chosen: readonly (Coin | undefined)[]): string | null {
  const text = useText();
  if (offer.state === 'halted') return text('swap.halted', { reason: offer.stateReason });
  if (chosen.includes(undefined)) return text('error.SWAP_NOT_OFFERED');
  const unpriced = chosen.find((coin) => coin?.priced === false);
  return unpriced === undefined ? null : text('swap.stale', { coin: unpriced.coin });
}

function useQuoteForm(from: string, to: string, onQuoted: (quote: SwapQuoteRow) => void) {
  const client = useClient();
  return useActForm<{ readonly amount: TypedNumber }, SwapQuoteRow>({
    defaultValues: { amount: '' },
    beside: { from, to },
    places: {
      AMOUNT_INVALID: 'amount',
      AMOUNT_TOO_LARGE: 'amount',
      INSUFFICIENT_BALANCE: 'amount',
      SWAP_AMOUNT: 'amount',
    },
    send: ({ amount }, sending) => client.call('quoteSwap', { body: { from, to, amount } }, sending),
    onDone: onQuoted,
  });
}

function SwapForm({ offer }: { readonly offer: Offer }) {
  const text = useText();
  const client = useClient();
  const onSettled = useSwapsChanged();
  const codes = offer.coins.map(({ coin }) => coin);
  const [from, setFrom] = useState(codes.includes('USDT') ? 'USDT' : (codes[0] ?? ''));
  const [to, setTo] = useState(codes.find((code) => code !== from) ?? '');
  const [quote, setQuote] = useState<SwapQuoteRow | null>(null);
  const terms = offer.coins.find(({ coin }) => coin === from);
  const target = offer.coins.find(({ coin }) => coin === to);
  const act = useQuoteForm(from, to, (next) => setQuote(next));
  const obstacle = useObstacle(offer, [terms, target]);
  return (
    <>
      <p className="pt-2 pb-6 text-14 text-ink-2">
        {text('swap.text', { seconds: String(offer.quoteSeconds) })}
      </p>
      <form noValidate onSubmit={act.submit} className="flex flex-col gap-4">
        <CoinsAndAmount
          act={act}
          codes={codes}
          from={from}
          to={to}
          terms={terms}
          disabled={quote !== null}
          onChoose={(nextFrom, nextTo) => {
            act.form.clearErrors();
            setFrom(nextFrom);
            setTo(nextTo);
          }}
        />
        {terms !== undefined && target !== undefined && <Bounds terms={terms} target={target} />}
        {quote === null && (
          <>
            <Button type="submit" className="self-start" disabled={obstacle !== null} loading={act.isPending}>
              {text('swap.ask')}
            </Button>
            <ActMessage phase={act.phase} error={act.error} obstacle={obstacle} />
          </>
        )}
      </form>
      {quote !== null && (
        <QuoteCard
          key={quote.id}
          quote={quote}
          accept={(id, sending) => client.call('acceptSwap', { body: { id } }, sending)}
          onSettled={onSettled}
          onDone={() => {
            setQuote(null);
            act.form.reset();
          }}
          onLeave={() => setQuote(null)}
          onAgain={() => {
            setQuote(null);
            act.submit();
          }}
        />
      )}
    </>
  );
}

interface CoinsAndAmountProps {
  readonly act: ReturnType<typeof useQuoteForm>;
  /** Coins that are swapped at all. */
  readonly codes: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly terms: Coin | undefined;
  readonly disabled: boolean;
  readonly onChoose: (from: string, to: string) => void;
}

/** Chooses both coins and the amount that is given. */
function CoinsAndAmount({ act, codes, from, to, terms, disabled, onChoose }: CoinsAndAmountProps) {
  const text = useText();
  const format = useFormatters();
  const { data: accounts } = useCurrencyAccounts();
  const available =
    accounts?.list.find(({ type, coin }) => type === SPOT && coin === from)?.transferable ?? '0';
  const options = codes.map((code) => ({ value: code, label: code }));
  return (
    <>
      <Select
        label={text('swap.give')}
        value={from}
        onValueChange={(coin) => onChoose(coin, coin === to ? from : to)}
        options={options}
        disabled={disabled}
      />
      <IconButton
        label={text('swap.turn')}
        className="-my-2 self-center"
        disabled={disabled}
        onClick={() => onChoose(to, from)}
      >
        <ArrowDownUp aria-hidden="true" className="size-4" strokeWidth={1.75} />
      </IconButton>
      <Select
        label={text('swap.get')}
        value={to}
        onValueChange={(coin) => onChoose(coin === from ? to : from, coin)}
        options={options}
        disabled={disabled}
      />
      <AmountField
        act={act}
        label={text('swap.amount')}
        coin={from}
        disabled={disabled}
        most={{ text: text('swap.max'), amount: trimFigure(mostSwap(available, terms), 0) }}
        description={text('swap.most', { amount: format.quantity(available), coin: from })}
      />
    </>
  );
}

/** The least and the most of one swap, and the inventory that pays it. */
function Bounds({ terms, target }: { readonly terms: Coin; readonly target: Coin }) {
  const text = useText();
  const format = useFormatters();
  return (
    <p className="text-13 text-ink-2">
      {text('swap.bounds', {
        least: format.quantity(terms.minAmount),
        most: format.quantity(terms.maxAmount),
        coin: terms.coin,
      })}
      {' · '}
      {text('swap.inventory', { coin: target.coin })}: {format.quantity(target.inventory)}
    </p>
  );
}
