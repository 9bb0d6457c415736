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

function SwapForm({ offer }: { readonly offer: Offer }) {
  const text = useText();
  const format = useFormatters();
  const client = useClient();
  const onSettled = useSwapsChanged();
  const { data: accounts } = useCurrencyAccounts();
  const codes = offer.coins.map(({ coin }) => coin);
  const [from, setFrom] = useState(codes.includes('USDT') ? 'USDT' : (codes[0] ?? ''));
  const [to, setTo] = useState(codes.find((code) => code !== from) ?? '');
  const [quote, setQuote] = useState<SwapQuoteRow | null>(null);
  const terms = offer.coins.find(({ coin }) => coin === from);
  const target = offer.coins.find(({ coin }) => coin === to);
  const available =
    accounts?.list.find(({ type, coin }) => type === SPOT && coin === from)?.transferable ?? '0';
  const act = useActForm<{ readonly amount: TypedNumber }, SwapQuoteRow>({
    defaultValues: { amount: '' },
    beside: { from, to },
    places: {
      AMOUNT_INVALID: 'amount',
      AMOUNT_TOO_LARGE: 'amount',
      INSUFFICIENT_BALANCE: 'amount',
      SWAP_AMOUNT: 'amount',
    },
    send: ({ amount }, sending) => client.call('quoteSwap', { body: { from, to, amount } }, sending),
    onDone: (next) => setQuote(next),
  });

  const choose = (nextFrom: string, nextTo: string) => {
    act.form.clearErrors();
    setFrom(nextFrom);
    setTo(nextTo);
  };
  const coinSelect = (label: string, value: string, onValueChange: (coin: string) => void) => (
    <Select
      label={label}
      value={value}
      onValueChange={onValueChange}
      options={codes.map((code) => ({ value: code, label: code }))}
      disabled={quote !== null}
    />
  );
  const unpriced = [terms, target].find((coin) => coin?.priced === false);
  const obstacle =
    offer.state === 'halted'
      ? text('swap.halted', { reason: offer.stateReason })
      : terms === undefined || target === undefined
        ? text('error.SWAP_NOT_OFFERED')
        : unpriced === undefined
          ? null
          : text('swap.stale', { coin: unpriced.coin });
  return (
    <>
      <p className="pt-2 pb-6 text-14 text-ink-2">
        {text('swap.text', { seconds: String(offer.quoteSeconds) })}
      </p>
      <form noValidate onSubmit={act.submit} className="flex flex-col gap-4">
        {coinSelect(text('swap.give'), from, (coin) => choose(coin, coin === to ? from : to))}
        <IconButton
          label={text('swap.turn')}
          className="-my-2 self-center"
          disabled={quote !== null}
          onClick={() => choose(to, from)}
        >
          <ArrowDownUp aria-hidden="true" className="size-4" strokeWidth={1.75} />
        </IconButton>
        {coinSelect(text('swap.get'), to, (coin) => choose(coin === from ? to : from, coin))}
        <AmountField
          act={act}
          label={text('swap.amount')}
          coin={from}
          disabled={quote !== null}
          most={{ text: text('swap.max'), amount: trimFigure(mostSwap(available, terms), 0) }}
          description={text('swap.most', { amount: format.quantity(available), coin: from })}
        />
        {terms !== undefined && target !== undefined && (
          <p className="text-13 text-ink-2">
            {text('swap.bounds', {
              least: format.quantity(terms.minAmount),
              most: format.quantity(terms.maxAmount),
              coin: from,
            })}
            {' · '}
            {text('swap.inventory', { coin: to })}: {format.quantity(target.inventory)}
          </p>
        )}
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
