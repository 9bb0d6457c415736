import { decimalOf, isPositiveNumber, type TypedNumber, trimFigure } from '@candor/i18n';
import { maturesAt, simpleYearlyPpm, YEAR_DAYS } from '@candor/rules';
import {
  type ActForm,
  ActMessage,
  Checkbox,
  Detail,
  DetailList,
  FormField,
  loneLinkClass,
  toasts,
  useActForm,
  useFormatters,
  useText,
} from '@candor/ui';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { HashDetail } from '../common/hash-detail.tsx';
import { useAvailable } from '../common/use-available.ts';
import { useKnownNow } from '../common/use-now.ts';
import { useClient, useSignedIn } from '../data/index.ts';
import { AcceptField } from '../forms/accept-field.tsx';
import { AmountInput } from '../forms/amount-field.tsx';
import { OfferSelect } from '../forms/offer-select.tsx';
import { SendOrLogin } from '../shell/send-or-login.tsx';
import { ExitTable } from './exit-table.tsx';
import { useOfferObstacle, useOfferWords } from './offer-words.tsx';
import {
  brokenBound,
  canRenew,
  earlyExit,
  firstAmount,
  isRedeemable,
  mostTaken,
  orderOutcome,
} from './order-figures.ts';
import type { EarnOffer, EarnOrder, EarnProduct } from './product.ts';
import { Timeline } from './timeline.tsx';
import { useOrdersChanged } from './use-earn.ts';

interface TicketValues {
  readonly amount: TypedNumber;
  readonly renews: boolean;
  /** Hash of the terms that were accepted; '' before. */
  readonly accepted: string;
}

type TicketAct = ActForm<TicketValues>;

interface TicketProps {
  readonly product: EarnProduct;
  readonly offer: EarnOffer;
  readonly offers: readonly EarnOffer[];
  readonly onOfferChange: (offerId: number) => void;
  /** Says why the user can't take this offer although it is open. */
  readonly obstacle?: string | null;
  /** Terms that the product adds to those of all offers. */
  readonly ownTerms?: ReactNode;
}

/** Sends an order by the terms that its user accepted: with other ones the server refuses it. */
function useTicket(product: EarnProduct, offer: EarnOffer) {
  const text = useText();
  const format = useFormatters();
  const client = useClient();
  const navigate = useNavigate();
  const onSettled = useOrdersChanged(product);
  const { offerId, termsHash } = offer;
  const now = useKnownNow();
  const isRenewable = product.renew !== undefined && (now === null || canRenew(offer, now));
  const act = useActForm<TicketValues, EarnOrder>({
    defaultValues: { amount: '', renews: false, accepted: '' },
    beside: { offerId, termsHash, isRenewable },
    places: Object.fromEntries(product.amountRefusals.map((key) => [key, 'amount'])),
    send: ({ amount, renews, accepted }, sending) =>
      product.create(
        client,
        { offerId, amount, termsHash: accepted, autoRenew: renews && isRenewable },
        sending,
      ),
    onDone: ({ investAmount, coin, endDate }) => {
      const values = { amount: format.quantity(investAmount), coin, time: format.dateTime(endDate) };
      toasts.success(text(`${product.id}.done`, values));
      void navigate(product.ordersAt);
    },
    onSettled,
  });
  return { act, isRenewable };
}

/** Lines that the order will have: what it brings, when, what leaving at once gives, and who pays. */
function Preview({ offer, amount }: { readonly offer: EarnOffer; readonly amount: string }) {
  const text = useText();
  const format = useFormatters();
  const { coins, rate, days } = useOfferWords();
  const now = useKnownNow();
  const { coin, dailyPpm, cycleDays, lockDays = 0 } = offer;
  const lockedUntil = now === null || lockDays === 0 ? null : maturesAt(now, lockDays);
  const outcome = orderOutcome(amount, offer);
  const today = earlyExit(amount, offer, 0);
  const shown = (figure: string | undefined) => (figure === undefined ? '–' : coins(figure, coin));
  return (
    <div className="flex flex-col gap-4">
      <Timeline
        beganMs={now}
        endMs={now === null ? null : maturesAt(now, cycleDays)}
        nowMs={null}
        lockedUntilMs={lockedUntil}
      />
      <DetailList ruled className="border-y text-14!">
        <Detail label={text('earn.daily')}>{`${rate(dailyPpm)} · ${days(cycleDays)}`}</Detail>
        <Detail label={text('earn.yearly')}>{rate(simpleYearlyPpm(dailyPpm))}</Detail>
        <Detail label={text('earn.interest')} strong>
          {shown(outcome?.interest)}
        </Detail>
        <Detail label={text('earn.backAtEnd')} strong>
          {shown(outcome?.back)}
        </Detail>
        {lockDays === 0 ? (
          <Detail label={text('earn.leaveToday')}>{shown(today?.back)}</Detail>
        ) : (
          <Detail label={text('earn.redeemable')}>
            {isRedeemable(offer) ? format.dateTime(lockedUntil) : text('earn.redeemable.never')}
          </Detail>
        )}
        <Detail label={text('earn.paidBy')} wraps>
          {text('earn.paidBy.pool', { coin })}
        </Detail>
      </DetailList>
      <p className="text-13 text-ink-3">{text('earn.simple', { days: format.count(YEAR_DAYS) })}</p>
    </div>
  );
}

/** The amount of an order, with its bounds and what is available. */
function AmountField({ act, offer }: { readonly act: TicketAct; readonly offer: EarnOffer }) {
  const text = useText();
  const format = useFormatters();
  const { coin } = offer;
  const available = useAvailable(coin);
  const check = (typed: string): string | null => {
    if (!isPositiveNumber(typed)) return text('error.AMOUNT_INVALID');
    const bound = brokenBound(typed, offer);
    if (bound === null) return null;
    const limit = { smallest: offer.minAmount, most: offer.maxAmount, moreThanRoom: offer.remaining }[bound];
    return text(`earn.${bound}`, { amount: format.quantity(limit), coin });
  };
  const range = text('earn.range', {
    least: format.quantity(offer.minAmount),
    most: format.quantity(offer.maxAmount),
    coin,
  });
  const most = { text: text('earn.max'), amount: trimFigure(mostTaken(available ?? '0', offer), 0) };
  return (
    <FormField act={act} name="amount" prompt="ui.required.amount" check={check}>
      {(field) => (
        <AmountInput
          field={field}
          label={text('earn.amount')}
          coin={coin}
          {...(available === null ? {} : { most })}
          description={
            available === null
              ? range
              : `${text('earn.available', { amount: format.quantity(available), coin })} · ${range}`
          }
        />
      )}
    </FormField>
  );
}

/** Says that the user has none of a coin, and leads to where it comes from. */
function NoFunds({ coin }: { readonly coin: string }) {
  const text = useText();
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 border-s-4 border-warn ps-3 text-14 text-ink-2">
      {text('earn.noFunds', { coin })}{' '}
      {(['recharge', 'transfer', 'swap'] as const).map((key) => (
        <Link key={key} to="/assets/index" search={{ key }} className={loneLinkClass}>
          {text(`menu.${key}`)}
        </Link>
      ))}
    </p>
  );
}

/** The acceptance of the terms in one sentence, which says what leaving early costs. */
function TermsField({ act, offer }: { readonly act: TicketAct; readonly offer: EarnOffer }) {
  const text = useText();
  const signedIn = useSignedIn();
  const { rate, share } = useOfferWords();
  const { dailyPpm, cycleDays, exitPpm, lockDays = 0 } = offer;
  const terms = { rate: rate(dailyPpm), days: cycleDays, share: share(exitPpm), lock: lockDays };
  const sentence = !isRedeemable(offer)
    ? text('earn.accept.never', terms)
    : text(lockDays > 0 ? 'earn.accept.locked' : 'earn.accept', terms);
  return (
    <AcceptField
      act={act}
      of={offer.termsHash}
      sentence={sentence}
      first={text('earn.accept.first')}
      isNeeded={signedIn}
    />
  );
}

/** The choice to begin a further order at maturity. */
function RenewField({ act }: { readonly act: TicketAct }) {
  const text = useText();
  return (
    <FormField act={act} name="renews" required={false}>
      {({ value, onValueChange }) => (
        <div className="flex flex-col gap-1">
          <Checkbox checked={value} onCheckedChange={onValueChange}>
            <span className="text-14 text-ink">{text('earn.renew')}</span>
          </Checkbox>
          <p className="ps-6 text-13 text-ink-2">{text('earn.renew.text')}</p>
        </div>
      )}
    </FormField>
  );
}

/** The ticket of one offer: amount, preview, renewal, acceptance of the terms. Visitors see all of it. */
export function Ticket({ product, offer, offers, onOfferChange, obstacle = null, ownTerms }: TicketProps) {
  const text = useText();
  const { name, rate } = useOfferWords();
  const { act, isRenewable } = useTicket(product, offer);
  const amount = decimalOf(act.form.watch('amount'));
  const reason = useOfferObstacle()(offer) ?? obstacle;
  const available = useAvailable(offer.coin);
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
      <form noValidate onSubmit={act.submit} className="flex min-w-0 flex-col gap-5">
        <OfferSelect<EarnOffer, TicketValues>
          act={act}
          label={text(product.offerHead)}
          offerId={offer.offerId}
          offers={offers}
          name={name}
          detail={({ dailyPpm }) => rate(dailyPpm)}
          onOfferChange={onOfferChange}
        />
        <AmountField act={act} offer={offer} />
        {available !== null && !isPositiveNumber(available) && <NoFunds coin={offer.coin} />}
        <Preview offer={offer} amount={amount} />
        {isRenewable && <RenewField act={act} />}
        <TermsField act={act} offer={offer} />
        <div className="flex flex-col items-start gap-2">
          <SendOrLogin
            send={text('earn.subscribe')}
            login={text('earn.login')}
            disabled={reason !== null}
            loading={act.isPending}
          />
          <ActMessage phase={act.phase} error={act.error} obstacle={reason} />
        </div>
      </form>
      <div className="flex min-w-0 flex-col gap-10">
        <ExitTable terms={offer} amount={amount} example={firstAmount(offer)} />
        <Terms offer={offer} ownTerms={ownTerms} />
      </div>
    </div>
  );
}

/** The fixed terms of an offer, with the hash that its orders keep. */
function Terms({ offer, ownTerms }: Pick<TicketProps, 'offer' | 'ownTerms'>) {
  const text = useText();
  const { coins, share } = useOfferWords();
  const { coin, exitPpm, userLimit, remaining, termsHash } = offer;
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-20 font-semibold">{text('earn.terms')}</h2>
      <DetailList ruled className="border-y text-14!">
        {ownTerms}
        {isRedeemable(offer) && (
          <Detail label={text('earn.receipt.share')} wraps>
            {share(exitPpm)}
          </Detail>
        )}
        <Detail label={text('earn.userLimit')}>{coins(userLimit, coin)}</Detail>
        <Detail label={text('earn.room')}>{coins(remaining, coin)}</Detail>
        <HashDetail label={text('earn.receipt.terms')} hash={termsHash} />
      </DetailList>
    </section>
  );
}
