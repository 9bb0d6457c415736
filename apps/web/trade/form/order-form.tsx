import { decimalOf } from '@candor/i18n';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import {
  ActMessage,
  Button,
  buttonClass,
  Checkbox,
  cx,
  Detail,
  DetailList,
  NumberField,
  PercentSlider,
  SegmentedControl,
  Select,
  Tab,
  TabList,
  Tabs,
  useFormatters,
  useHeld,
  useRefusalText,
} from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FeesLink } from '../../common/fees-link.tsx';
import {
  useBalances,
  useDepth,
  useFeeRates,
  useOwnLimits,
  usePricesOld,
  useSignedIn,
  useTicker,
} from '../../data/index.ts';
import { faultField, problemField } from '../../forms/fault-field.ts';
import { LoginLink } from '../../shell/login-link.tsx';
import { type BookFill, fillByBook, fillByLimit } from '../draft/book-fill.ts';
import {
  type Draft,
  follow,
  problemOf,
  referencePrice,
  refusedIn,
  retyped,
  shareOf,
  takeShare,
  totalDecimals,
} from '../draft/draft.ts';
import { useAskedAmount, useDraft, useDraftStore } from '../draft/draft-store.ts';
import { ppmOfPercent, previewOf } from '../draft/preview.ts';
import { stateWords } from '../market/symbol-state-notice.tsx';
import type { TradeMarket } from '../market/trade-market.ts';
import { LimitHint } from './band-hint.tsx';
import { Ticket } from './ticket.tsx';
import { TriggerFields } from './trigger-fields.tsx';
import { type MarginOrder, usePlaceOrder } from './use-place-order.ts';

const AMOUNT_DECIMALS = 8;
const RATE_DECIMALS = 5;
const nothingAvailable = { base: '0', quote: '0' };

/** Returns the fills that the book gives an order sent at once; null for one that waits, and while they are not known. */
function useBookFill(draft: Draft, market: TradeMarket): BookFill | null {
  const depth = useDepth(market.symbol);
  const own = useOwnLimits(market.symbol);
  const fees = useFeeRates();
  const isOld = usePricesOld();
  if (isOld || draft.wait !== null || depth === undefined || fees === undefined) return null;
  const levels = draft.side === 'buy' ? depth.asks : depth.bids;
  const mine = own.filter(({ side }) => side !== draft.side);
  const taker = ppmOfPercent(fees.takerPercent);
  if (draft.kind === 'market') return fillByBook(draft, levels, mine, market, taker);
  const maker = ppmOfPercent(fees.makerPercent);
  return fillByLimit(draft, levels, mine, market, { maker, taker });
}

interface SumsProps {
  readonly market: TradeMarket;
  readonly draft: Draft;
  readonly filled: BookFill | null;
  readonly available: string | null;
  /** The loan of the order, in words; null where it borrows nothing. */
  readonly borrows: string | null;
}

function Sums({ market, draft, filled, available, borrows }: SumsProps) {
  const intl = useIntl();
  const format = useFormatters();
  const fees = useFeeRates();
  // no fee is stated before the rates are known
  const preview = fees === undefined ? null : previewOf(draft, fees.takerPercent, filled);
  const atOnce = draft.kind === 'market' && draft.wait === null;
  const received = draft.side === 'buy' ? market.base : market.quote;
  const paid = draft.side === 'buy' ? market.quote : market.base;
  const amount = (value: string | undefined) =>
    value === undefined ? format.quantity(null) : `${format.quantity(value)} ${received}`;
  return (
    <DetailList className="gap-2" steady>
      <Detail label={intl.formatMessage({ id: 'trade.form.available' })}>
        {available === null ? format.quantity(null) : `${format.quantity(available)} ${paid}`}
      </Detail>
      {borrows !== null && (
        <Detail label={intl.formatMessage({ id: 'margin.borrowedForIt' })} wraps>
          {borrows}
        </Detail>
      )}
      {atOnce && (
        <>
          <Detail label={intl.formatMessage({ id: 'perpetual.averageAbout' })}>
            {format.price(filled?.averagePrice || null, market.priceDecimals)}
          </Detail>
          <Detail label={intl.formatMessage({ id: 'perpetual.bookHas' })}>
            <span className={cx(filled?.isShort === true && 'text-warn')}>
              {filled === null ? format.quantity(null) : `${format.quantity(filled.quantity)} ${market.base}`}
            </span>
          </Detail>
        </>
      )}
      {/* two lines: rates beside an amount would wrap, and move the button */}
      <Detail label={<FeesLink>{intl.formatMessage({ id: 'trade.form.feeRates' })}</FeesLink>}>
        {`${format.percent(fees?.makerPercent ?? null)} / ${format.percent(fees?.takerPercent ?? null)}`}
      </Detail>
      <Detail
        label={intl.formatMessage({
          id: draft.wait === null ? 'trade.form.fee' : 'trade.form.feeAbout',
        })}
      >
        {amount(draft.wait === null ? (preview?.maxFee ?? undefined) : preview?.fee)}
      </Detail>
      <Detail label={intl.formatMessage({ id: 'trade.form.safetyFund' })}>
        {amount(preview?.safetyFund)}
      </Detail>
      <Detail label={intl.formatMessage({ id: 'trade.form.receive' })} strong>
        {amount(preview?.receive)}
      </Detail>
    </DetailList>
  );
}

/** The margin account that the form writes orders of. */
export interface MarginFunds extends MarginOrder {
  readonly available: { readonly base: string; readonly quote: string } | null;
  /** Amount that the order may borrow beyond the available one, of the coin that it pays with. */
  readonly canBorrow: string;
  /** Interest an hour on what is borrowed, in percent; null where the order may not borrow or it is not known yet. */
  readonly hourlyPercent: string | null;
  readonly choiceOfEffect: React.ReactNode;
  /** A warning about the account's margin level, in words; null where it has none. */
  readonly warning: string | null;
}

export interface OrderFormProps {
  readonly market: TradeMarket;
  /** Left out for the spot account. */
  readonly margin?: MarginFunds;
  /** Called after an order went through, so that a sheet can close. */
  readonly onPlaced?: () => void;
}

/** Returns the amounts that an order can pay with: in a margin account including what it may borrow. */
function spendable({ available, canBorrow }: MarginFunds, side: Draft['side']) {
  if (available === null) return null;
  return side === 'buy'
    ? { ...available, quote: sum(available.quote, canBorrow) }
    : { ...available, base: sum(available.base, canBorrow) };
}

const units = (text: string) => parseDecimal(text, AMOUNT_DECIMALS) ?? 0n;

function sum(left: string, right: string): string {
  return formatDecimalTrimmed(units(left) + units(right), AMOUNT_DECIMALS);
}

/** Returns how much of what the order pays is borrowed: all that the account does not have itself. */
function borrowedFor({ available, hourlyPercent }: MarginFunds, draft: Draft): string | null {
  if (hourlyPercent === null || available === null) return null;
  const [paid, own] =
    draft.side === 'buy' ? [draft.total, available.quote] : [draft.quantity, available.base];
  const missing = units(decimalOf(paid)) - units(own);
  return missing > 0n ? formatDecimalTrimmed(missing, AMOUNT_DECIMALS) : null;
}

/** Writes one spot order: price, amount, share of the balance, what it costs and who gets the fee. */
export function OrderForm({ market, margin, onPlaced }: OrderFormProps) {
  const intl = useIntl();
  const format = useFormatters();
  const signedIn = useSignedIn();
  const balances = useBalances();
  const ticker = useTicker(market.symbol);
  const lastPrice = ticker?.last ?? '';
  const store = useDraftStore();
  const typed = useDraft();
  const given = useBookFill(typed, market);
  const filled = typed.kind === 'market' ? given : null;
  // of a market order the figure that was not typed is what the book makes of the other
  const draft = {
    ...typed,
    ...(filled === null
      ? {}
      : typed.driver === 'total'
        ? { quantity: filled.quantity }
        : { total: filled.total }),
  };
  const refusalText = useRefusalText();
  const amount = useAskedAmount();
  const [pressed, setPressed] = useState(false);
  const place = usePlaceOrder(market, margin ?? null, () => {
    store.change({ quantity: '', total: '' });
    setPressed(false);
    onPlaced?.();
  });

  const spot =
    balances === null
      ? null
      : {
          base: balances.get(market.base)?.available ?? '0',
          quote: balances.get(market.quote)?.available ?? '0',
        };
  const available = margin === undefined ? spot : spendable(margin, draft.side);
  // an order on its way already has its hold: the form still reckons with what there was before
  const payable = useHeld(available, place.isPending);
  const reference = filled?.averagePrice || referencePrice(draft, lastPrice);
  const problem = problemOf(draft, signedIn ? payable : null, reference, market, ticker?.index ?? null);
  const fault = (pressed ? problemField(problem) : null) ?? faultField(place.error);
  const change = (next: Partial<Draft>) => {
    if (!place.isPending) place.reset();
    const changed = { ...retyped(typed, next), ...next };
    store.change(follow(changed, referencePrice(changed, lastPrice), market));
  };
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (problem !== null || place.isPending) return;
    place.mutate(draft);
  };
  const buying = draft.side === 'buy';
  const borrowed = margin === undefined ? null : borrowedFor(margin, draft);
  // A market that takes only post-only orders takes an order that waits, which says no more before it triggers.
  const isPostOnlyNow =
    market.state === 'post-only' && draft.wait === null && (draft.kind === 'market' || !draft.postOnly);
  // an amount of it is all that is known of a purchase that happens later, and a quantity of a sale
  const waitsAtMarket = draft.wait !== null && draft.kind === 'market';
  const problemText =
    pressed && problem === 'ui.number.unread'
      ? refusalText(refusedIn(draft))
      : pressed && problem !== null
        ? intl.formatMessage(
            { id: problem },
            {
              minimum: `${format.quantity(market.minNotional)} ${market.quote}`,
              maximum: `${format.quantity(market.maxQuantity)} ${market.base}`,
              coin: buying ? market.quote : market.base,
            },
          )
        : undefined;

  return (
    <Ticket
      onSubmit={submit}
      foot={
        <>
          {signedIn ? (
            <Button
              type="submit"
              variant={buying ? 'buy' : 'sell'}
              size="large"
              wide
              loading={place.isPending}
              disabled={market.state === 'halted' || isPostOnlyNow}
            >
              {intl.formatMessage({ id: `trade.form.submit.${draft.side}` }, { coin: market.base })}
            </Button>
          ) : (
            <LoginLink className={`${buttonClass('primary', 'large')} w-full`}>
              {intl.formatMessage({ id: 'trade.form.login' })}
            </LoginLink>
          )}
          <ActMessage
            phase={place.phase}
            error={place.error}
            problem={problemText ?? null}
            obstacle={signedIn ? (stateWords(intl, market) ?? margin?.warning ?? null) : null}
          />
        </>
      }
      notes={<p className="text-12 text-ink-3">{intl.formatMessage({ id: 'trade.form.house' })}</p>}
    >
      <SegmentedControl
        label={intl.formatMessage({ id: 'trade.form.side' })}
        value={draft.side}
        onValueChange={(side) => change({ side })}
        segments={[
          { value: 'buy', label: intl.formatMessage({ id: 'trade.side.buy' }), tone: 'up' },
          { value: 'sell', label: intl.formatMessage({ id: 'trade.side.sell' }), tone: 'down' },
        ]}
      />
      <Tabs
        value={draft.wait === null ? draft.kind : 'trigger'}
        onValueChange={(tab) =>
          change(
            tab === 'trigger'
              ? { wait: 'stop', kind: 'limit' }
              : { wait: null, kind: tab === 'market' ? 'market' : 'limit' },
          )
        }
      >
        <TabList label={intl.formatMessage({ id: 'trade.form.type' })} ruled={false} size="small">
          <Tab value="limit">{intl.formatMessage({ id: 'trade.form.limit' })}</Tab>
          <Tab value="market">{intl.formatMessage({ id: 'trade.form.market' })}</Tab>
          {margin === undefined && (
            <Tab value="trigger">{intl.formatMessage({ id: 'trade.form.trigger' })}</Tab>
          )}
        </TabList>
      </Tabs>
      {draft.wait !== null && <TriggerFields market={market} draft={draft} fault={fault} onChange={change} />}
      {draft.kind === 'limit' && (
        <NumberField
          label={intl.formatMessage({
            id: draft.wait === 'oco' ? 'trade.form.limitPrice' : 'trade.form.price',
          })}
          labelPlacement="inside"
          marked={fault === 'price'}
          value={draft.price}
          onValueChange={(price) => change({ price })}
          decimals={market.priceDecimals}
          step={market.tickSize}
          min={market.tickSize}
          unit={market.quote}
          description={
            <LimitHint market={market} draft={draft} lastPrice={lastPrice} index={ticker?.index ?? null} />
          }
        />
      )}
      {!(waitsAtMarket && buying) && (
        <NumberField
          label={intl.formatMessage({ id: 'trade.form.amount' })}
          labelPlacement="inside"
          marked={fault === 'quantity' && draft.driver !== 'total'}
          value={draft.quantity}
          onValueChange={(quantity) => change({ quantity, driver: 'quantity' })}
          decimals={market.quantityDecimals}
          step={market.lotSize}
          unit={market.base}
          ref={amount}
        />
      )}
      <PercentSlider
        label={intl.formatMessage({ id: 'trade.form.share' })}
        value={payable === null ? 0 : shareOf(draft, payable, market)}
        onValueChange={(percent) =>
          store.change(takeShare(draft, percent, payable ?? nothingAvailable, reference, market))
        }
        disabled={payable === null}
        className="compact:-my-1"
      />
      {!(waitsAtMarket && !buying) && (
        <NumberField
          label={intl.formatMessage({
            id: draft.kind === 'market' && !waitsAtMarket ? 'trade.form.totalAbout' : 'trade.form.total',
          })}
          labelPlacement="inside"
          marked={fault === 'total' || (fault === 'quantity' && draft.driver === 'total')}
          value={draft.total}
          onValueChange={(total) => change({ total, driver: 'total' })}
          decimals={totalDecimals(market)}
          unit={market.quote}
        />
      )}
      {draft.wait !== null && (
        <p className="text-12 text-ink-3">{intl.formatMessage({ id: 'trade.form.held' })}</p>
      )}
      {draft.kind === 'limit' && draft.wait !== 'oco' && (
        <div className="flex items-center justify-between gap-3 compact:-my-1">
          <Checkbox checked={draft.postOnly} onCheckedChange={(postOnly) => change({ postOnly })}>
            {intl.formatMessage({ id: 'trade.form.postOnly' })}
          </Checkbox>
          <Select
            label={intl.formatMessage({ id: 'trade.form.timeInForce' })}
            variant="plain"
            value={draft.postOnly ? 'GTC' : draft.timeInForce}
            disabled={draft.postOnly}
            onValueChange={(timeInForce) => change({ timeInForce })}
            options={(['GTC', 'IOC', 'FOK'] as const).map((value) => ({
              value,
              label: value,
              detail: intl.formatMessage({ id: `trade.tif.${value}` }),
            }))}
          />
        </div>
      )}
      {margin?.choiceOfEffect}
      <Sums
        market={market}
        draft={draft}
        filled={given}
        available={available === null ? null : buying ? available.quote : available.base}
        borrows={
          borrowed === null
            ? null
            : `${format.quantity(borrowed)} ${buying ? market.quote : market.base} · ${intl.formatMessage(
                { id: 'margin.perHour' },
                { rate: format.percent(margin?.hourlyPercent ?? null, RATE_DECIMALS) },
              )}`
        }
      />
    </Ticket>
  );
}
