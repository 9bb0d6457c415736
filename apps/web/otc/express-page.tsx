import type { OtcBoard, OtcMethod, OtcOfferRow } from '@candor/api';
import { decimalOf, isPositiveNumber, type TypedNumber } from '@candor/i18n';
import {
  ActMessage,
  Button,
  buttonClass,
  Detail,
  DetailList,
  EmptyState,
  Loaded,
  NumberField,
  SegmentedControl,
  Skeleton,
  SkeletonText,
  useText,
} from '@candor/ui';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSignedIn } from '../data/index.ts';
import { LoginLink } from '../shell/login-link.tsx';
import { CoinChoice, CurrencyChoice, choiceOf, MethodChoice, type OtcChoice, SideChoice } from './choice.tsx';
import { OtcClosed } from './closed.tsx';
import { OtcPage } from './head.tsx';
import { Who } from './reputation.tsx';
import { OtcRules } from './rules.tsx';
import type { OtcSearch } from './search.ts';
import { digitsOf, MethodField, useTake } from './take-form.tsx';
import { useOtcExpress, useOtcTerms } from './use-otc.ts';
import { useOtcWords } from './use-words.ts';

const route = getRouteApi('/shell/otc/ordinary');
const TYPING_MS = 350;

type By = 'total' | 'amount';

/** Express: the best offer for a sum, at a price that never gets worse than the one shown. */
export function OtcExpressPage() {
  const text = useText();
  const query = useOtcTerms();
  return (
    <OtcPage current="ordinary" title={text('otc.express')} line={text('otc.express.line')}>
      <Loaded
        query={query}
        data={query.data}
        skeleton={<SkeletonText lines={8} />}
        failedTitle={text('otc.offers.failed')}
      >
        {(board) => <Express board={board} />}
      </Loaded>
    </OtcPage>
  );
}

/** Returns a typed number once the typing rests; '' while it is none. */
function useRested(typed: TypedNumber): string {
  const value = decimalOf(typed);
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return isPositiveNumber(rested) ? rested : '';
}

function Express({ board }: { readonly board: OtcBoard }) {
  const text = useText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const signedIn = useSignedIn();
  const [by, setBy] = useState<By>('total');
  const [typed, setTyped] = useState<TypedNumber>(search.total ?? '');
  const rested = useRested(typed);
  // the offer for another sum than the one that stands in the field is none
  const isTyping = isPositiveNumber(decimalOf(typed)) && decimalOf(typed) !== rested;
  const choice = choiceOf(search, board);
  const query = useOtcExpress(
    choice,
    rested === '' ? null : by === 'total' ? { total: rested } : { amount: rested },
  );
  if (choice === null) return <OtcClosed />;
  const show = (change: Partial<Record<keyof OtcSearch, string | undefined>>) => {
    const next = Object.fromEntries(
      Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined),
    );
    void navigate({ search: next as OtcSearch, replace: true, resetScroll: false });
  };
  const { side, coin, currency } = choice;
  const digits = digitsOf(board, currency);
  return (
    <>
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
        <section aria-label={text('otc.express')} className="flex min-w-0 flex-col gap-5">
          <SideChoice side={side} onChange={(next) => show({ side: next })} />
          <CoinChoice coins={board.coins} coin={coin} onChange={(next) => show({ coin: next })} />
          <div className="grid grid-cols-2 gap-3">
            <CurrencyChoice board={board} currency={currency} onChange={(next) => show({ currency: next })} />
            <MethodChoice board={board} method={choice.method} onChange={(next) => show({ method: next })} />
          </div>
          <SegmentedControl<By>
            label={text('otc.express.by')}
            value={by}
            onValueChange={(next) => {
              setBy(next);
              setTyped('');
            }}
            segments={[
              { value: 'total', label: text('otc.express.by.total', { currency }) },
              { value: 'amount', label: text('otc.express.by.amount', { coin }) },
            ]}
          />
          <NumberField
            label={text(sumLabel(side, by))}
            value={typed}
            onValueChange={setTyped}
            decimals={by === 'total' ? digits.currency : digits.coin}
            unit={by === 'total' ? currency : coin}
          />
          {!signedIn && (
            <LoginLink className={`${buttonClass('primary', 'large')} w-full`}>{text('otc.login')}</LoginLink>
          )}
        </section>
        <section
          aria-label={text('otc.express.offer')}
          aria-live="polite"
          className="min-w-0 lg:border-s lg:ps-16"
        >
          <Found choice={choice} rested={rested} isTyping={isTyping} query={query} />
        </section>
      </div>
      <OtcRules board={board} />
    </>
  );
}

function sumLabel(side: 'buy' | 'sell', by: By) {
  if (by === 'total') return side === 'buy' ? 'otc.youPay' : 'otc.youReceive';
  return side === 'buy' ? 'otc.youReceive' : 'otc.youSell';
}

interface FoundProps {
  readonly choice: OtcChoice;
  readonly rested: string;
  /** True until the sum of the field is the one that is asked for. */
  readonly isTyping: boolean;
  readonly query: ReturnType<typeof useOtcExpress>;
}

/** The offer that was found, in each state. */
function Found({ choice, rested, isTyping, query }: FoundProps) {
  const text = useText();
  const signedIn = useSignedIn();
  if (rested === '' || !signedIn)
    return <EmptyState title={text('otc.express.first')} text={text('otc.express.first.text')} />;
  return (
    <Loaded
      query={query}
      data={isTyping ? undefined : query.data}
      skeleton={<Skeleton className="h-60 w-full" />}
      failedTitle={text('otc.offers.failed')}
    >
      {({ offer, amount, total, method }) =>
        offer === null || amount === null || total === null ? (
          <EmptyState title={text('otc.express.none')} text={text('otc.express.none.text')} />
        ) : (
          <Quote
            key={offer.offerId}
            choice={choice}
            offer={offer}
            method={method}
            amount={amount}
            total={total}
          />
        )
      }
    </Loaded>
  );
}

interface QuoteProps {
  readonly choice: OtcChoice;
  readonly offer: OtcOfferRow;
  readonly method: OtcMethod | null;
  readonly amount: string;
  readonly total: string;
}

/** The best offer, and the button that takes it. */
function Quote({ choice, offer, method, amount, total }: QuoteProps) {
  const text = useText();
  const words = useOtcWords();
  const { side } = choice;
  const { coin, currency, price, merchant } = offer;
  const act = useTake(offer, { total, amount, method: method ?? '' });
  const { setValue } = act.form;
  useEffect(() => {
    setValue('amount', amount);
    setValue('total', total);
  }, [amount, total, setValue]);
  const [gives, gets] =
    side === 'buy'
      ? [words.money(total, currency), words.coins(amount, coin)]
      : [words.coins(amount, coin), words.money(total, currency)];
  return (
    <form noValidate onSubmit={act.submit} className="flex flex-col gap-5">
      <div className="flex flex-col gap-1">
        <p className="text-13 text-ink-2">{text('otc.express.gets', { gives })}</p>
        <p className="figure text-28 font-semibold wrap-anywhere sm:text-44">{gets}</p>
      </div>
      <DetailList ruled className="border-y text-14!">
        <Detail label={text('otc.price')} strong>
          {words.money(price, currency)}
        </Detail>
        <Detail label={text('otc.window')}>{words.span(offer.windowMs)}</Detail>
        <Detail label={text('otc.feeOfYou')}>{text('otc.feeOfYou.none')}</Detail>
      </DetailList>
      <Who nickname={merchant.nickname} reputation={merchant.reputation} />
      {offer.terms !== '' && (
        <p
          dir="auto"
          className="max-h-32 overflow-y-auto text-13 text-ink-2 wrap-anywhere whitespace-pre-wrap"
        >
          {offer.terms}
        </p>
      )}
      <MethodField act={act} offer={offer} side={side} />
      <Button
        type="submit"
        size="large"
        wide
        variant={side === 'buy' ? 'buy' : 'sell'}
        loading={act.isPending}
      >
        {text(`otc.take.${side}`, { coin })}
      </Button>
      <p className="text-13 text-ink-2">{text('otc.express.locked')}</p>
      <ActMessage phase={act.phase} error={act.error} />
    </form>
  );
}
