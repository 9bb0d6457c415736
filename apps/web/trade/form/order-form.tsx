import { ActMessage, Button, buttonClass, PercentSlider, useFormatters, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import { useSignedIn } from '../../data/index.ts';
import { LoginLink } from '../../shell/login-link.tsx';
import { type Draft, shareOf } from '../draft/draft.ts';
import { stateWords } from '../market/symbol-state-notice.tsx';
import { borrowedFor, type MarginFunds } from './margin-funds.ts';
import { LimitTerms, PriceField, QuantityField, SideAndKind, TotalField } from './order-fields.tsx';
import { OrderSums } from './order-sums.tsx';
import { Ticket } from './ticket.tsx';
import { TriggerFields } from './trigger-fields.tsx';
import { type OrderFormProps, type OrderFormState, useOrderForm } from './use-order-form.ts';

const RATE_DECIMALS = 5;

/** Writes one spot order: price, amount, share of the balance, what it costs and who gets the fee. */
export function OrderForm(props: OrderFormProps) {
  const { market, margin } = props;
  const form = useOrderForm(props);
  const { draft, payable, available } = form;
  const borrows = useBorrowedText(margin, draft, draft.side === 'buy' ? market.quote : market.base);
  const text = useText();
  const buying = draft.side === 'buy';
  // an amount of it is all that is known of a purchase that happens later, and a quantity of a sale
  const waitsAtMarket = draft.wait !== null && draft.kind === 'market';
  return (
    <Ticket
      onSubmit={form.submit}
      foot={<OrderFoot market={market} form={form} warning={margin?.warning ?? null} />}
      notes={<p className="text-12 text-ink-3">{text('trade.form.house')}</p>}
    >
      <SideAndKind form={form} canWait={margin === undefined} />
      {draft.wait !== null && (
        <TriggerFields market={market} draft={draft} fault={form.fault} onChange={form.change} />
      )}
      {draft.kind === 'limit' && <PriceField market={market} form={form} />}
      {!(waitsAtMarket && buying) && <QuantityField market={market} form={form} />}
      <PercentSlider
        label={text('trade.form.share')}
        value={payable === null ? 0 : shareOf(draft, payable, market)}
        onValueChange={form.takeShare}
        disabled={payable === null}
        className="compact:-my-1"
      />
      {!(waitsAtMarket && !buying) && <TotalField market={market} form={form} />}
      {draft.wait !== null && <p className="text-12 text-ink-3">{text('trade.form.held')}</p>}
      {draft.kind === 'limit' && draft.wait !== 'oco' && <LimitTerms form={form} />}
      {margin?.choiceOfEffect}
      <OrderSums
        market={market}
        draft={draft}
        filled={form.fill}
        available={available === null ? null : buying ? available.quote : available.base}
        borrows={borrows}
      />
    </Ticket>
  );
}

interface OrderFootProps {
  readonly market: OrderFormProps['market'];
  readonly form: OrderFormState;
  readonly warning: string | null;
}

/** The button that sends the order, or leads to the login, and what came of it. */
function OrderFoot({ market, form: { draft, place, problemText }, warning }: OrderFootProps) {
  const intl = useIntl();
  const text = useText();
  const signedIn = useSignedIn();
  // A market that takes only post-only orders takes an order that waits, which says no more before it triggers.
  const isPostOnlyNow =
    market.state === 'post-only' && draft.wait === null && (draft.kind === 'market' || !draft.postOnly);
  return (
    <>
      {signedIn ? (
        <Button
          type="submit"
          variant={draft.side === 'buy' ? 'buy' : 'sell'}
          size="large"
          wide
          loading={place.isPending}
          disabled={market.state === 'halted' || isPostOnlyNow}
        >
          {text(`trade.form.submit.${draft.side}`, { coin: market.base })}
        </Button>
      ) : (
        <LoginLink className={`${buttonClass('primary', 'large')} w-full`}>
          {text('trade.form.login')}
        </LoginLink>
      )}
      <ActMessage
        phase={place.phase}
        error={place.error}
        problem={problemText}
        obstacle={signedIn ? (stateWords(intl, market) ?? warning) : null}
      />
    </>
  );
}

/** Returns the loan of the order, in words; null where it borrows nothing. */
function useBorrowedText(margin: MarginFunds | undefined, draft: Draft, coin: string): string | null {
  const text = useText();
  const format = useFormatters();
  const borrowed = margin === undefined ? null : borrowedFor(margin, draft);
  if (borrowed === null) return null;
  const rate = format.percent(margin?.hourlyPercent ?? null, RATE_DECIMALS);
  return `${format.quantity(borrowed)} ${coin} · ${text('margin.perHour', { rate })}`;
}
