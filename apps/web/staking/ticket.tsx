import type { PledgeOfferRow, PledgeOrderRow } from '@candor/api';
import { decimalOf, isPositiveNumber, type TypedNumber, trimFigure } from '@candor/i18n';
import { maturesAt } from '@candor/rules';
import {
  ActMessage,
  Button,
  buttonClass,
  Checkbox,
  Detail,
  DetailList,
  FormField,
  Select,
  toasts,
  useActForm,
  useFormatters,
  useText,
} from '@candor/ui';
import { useNavigate } from '@tanstack/react-router';
import { useOfferWords } from '../common/offer-words.tsx';
import { useKnownNow } from '../common/use-now.ts';
import { useClient, useCurrencyAccounts, useSignedIn } from '../data/index.ts';
import { AmountInput } from '../forms/amount-field.tsx';
import { LoginLink } from '../shell/login-link.tsx';
import { ExitTable } from './exit-table.tsx';
import { brokenBound, earlyExit, firstAmount, mostPledged, pledgeOutcome } from './pledge-figures.ts';
import { Timeline } from './timeline.tsx';
import { usePledgesChanged } from './use-pledges.ts';

const SPOT = '1';

interface TicketValues {
  readonly amount: TypedNumber;
  readonly renews: boolean;
  readonly accepted: boolean;
}

interface TicketProps {
  readonly offer: PledgeOfferRow;
  readonly offers: readonly PledgeOfferRow[];
  readonly onOfferChange: (offerId: number) => void;
}

/** Returns the user's spot balance of a coin; null for visitors and until it is known. */
function useAvailable(coin: string): string | null {
  const { data } = useCurrencyAccounts();
  if (data === undefined) return null;
  return data.list.find((row) => row.type === SPOT && row.coin === coin)?.transferable ?? '0';
}

/** Sends an order by the terms that the page shows: with other ones the server refuses it. */
function useTicket(offer: PledgeOfferRow) {
  const text = useText();
  const format = useFormatters();
  const client = useClient();
  const navigate = useNavigate();
  const onSettled = usePledgesChanged();
  const { offerId, termsHash } = offer;
  return useActForm<TicketValues, PledgeOrderRow>({
    defaultValues: { amount: '', renews: false, accepted: false },
    beside: { offerId, termsHash },
    places: {
      AMOUNT_INVALID: 'amount',
      AMOUNT_TOO_LARGE: 'amount',
      INSUFFICIENT_BALANCE: 'amount',
      STAKING_AMOUNT: 'amount',
      STAKING_SOLD_OUT: 'amount',
      STAKING_USER_LIMIT: 'amount',
      STAKING_POOL_EMPTY: 'amount',
    },
    send: ({ amount, renews }, sending) =>
      client.call('createPledge', { body: { offerId, amount, termsHash, autoRenew: renews } }, sending),
    onDone: ({ investAmount, coin, endDate }) => {
      const values = { amount: format.quantity(investAmount), coin, time: format.dateTime(endDate) };
      toasts.success(text('staking.done', values));
      void navigate({ to: '/pledge/order' });
    },
    onSettled,
  });
}

/** Lines that the order will have: what it brings, when, what leaving at once gives, and who pays. */
function Preview({ offer, amount }: { readonly offer: PledgeOfferRow; readonly amount: string }) {
  const text = useText();
  const { coins, rate, days } = useOfferWords();
  const now = useKnownNow();
  const { coin, dailyPpm, cycleDays } = offer;
  const outcome = pledgeOutcome(amount, offer);
  const today = earlyExit(amount, offer, 0);
  const shown = (figure: string | undefined) => (figure === undefined ? '–' : coins(figure, coin));
  return (
    <div className="flex flex-col gap-4">
      <Timeline beganMs={now} endMs={now === null ? null : maturesAt(now, cycleDays)} nowMs={null} />
      <DetailList ruled className="border-y text-14!">
        <Detail label={text('staking.daily')}>{`${rate(dailyPpm)} · ${days(cycleDays)}`}</Detail>
        <Detail label={text('staking.interest')} strong>
          {shown(outcome?.interest)}
        </Detail>
        <Detail label={text('staking.backAtEnd')} strong>
          {shown(outcome?.back)}
        </Detail>
        <Detail label={text('staking.leaveToday')}>{shown(today?.back)}</Detail>
        <Detail label={text('staking.paidBy')} wraps>
          {text('staking.paidBy.pool', { coin })}
        </Detail>
      </DetailList>
    </div>
  );
}

/** The ticket of one offer: amount, preview, renewal, acceptance of the terms. Visitors see all of it. */
export function Ticket({ offer, offers, onOfferChange }: TicketProps) {
  const text = useText();
  const format = useFormatters();
  const signedIn = useSignedIn();
  const { name, rate, share } = useOfferWords();
  const act = useTicket(offer);
  const { coin, dailyPpm, cycleDays, exitPpm, state } = offer;
  const available = useAvailable(coin);
  const amount = decimalOf(act.form.watch('amount'));
  const check = (typed: string): string | null => {
    if (!isPositiveNumber(typed)) return text('error.AMOUNT_INVALID');
    const bound = brokenBound(typed, offer);
    if (bound === null) return null;
    const limit = { smallest: offer.minAmount, most: offer.maxAmount, moreThanRoom: offer.remaining }[bound];
    return text(`staking.${bound}`, { amount: format.quantity(limit), coin });
  };
  const range = text('staking.range', {
    least: format.quantity(offer.minAmount),
    most: format.quantity(offer.maxAmount),
    coin,
  });
  const most = { text: text('staking.max'), amount: trimFigure(mostPledged(available ?? '0', offer), 0) };
  const terms = { rate: rate(dailyPpm), days: cycleDays, share: share(exitPpm) };
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
      <form noValidate onSubmit={act.submit} className="flex min-w-0 flex-col gap-5">
        <Select
          label={text('staking.offer')}
          value={String(offer.offerId)}
          onValueChange={(next) => {
            act.form.clearErrors();
            onOfferChange(Number(next));
          }}
          options={offers.map((each) => ({
            value: String(each.offerId),
            label: name(each),
            detail: rate(each.dailyPpm),
          }))}
        />
        <FormField act={act} name="amount" prompt="ui.required.amount" check={check}>
          {(field) => (
            <AmountInput
              field={field}
              label={text('staking.amount')}
              coin={coin}
              {...(available === null ? {} : { most })}
              description={
                available === null
                  ? range
                  : `${text('staking.available', { amount: format.quantity(available), coin })} · ${range}`
              }
            />
          )}
        </FormField>
        <Preview offer={offer} amount={amount} />
        <FormField act={act} name="renews" required={false}>
          {({ value, onValueChange }) => (
            <div className="flex flex-col gap-1">
              <Checkbox checked={value} onCheckedChange={onValueChange}>
                <span className="text-14 text-ink">{text('staking.renew')}</span>
              </Checkbox>
              <p className="ps-6 text-13 text-ink-2">{text('staking.renew.text')}</p>
            </div>
          )}
        </FormField>
        <FormField
          act={act}
          name="accepted"
          required={false}
          check={(accepted) => (accepted || !signedIn ? null : text('staking.accept.first'))}
        >
          {({ value, onValueChange, error }) => (
            <div className="flex flex-col gap-1">
              <Checkbox checked={value} onCheckedChange={onValueChange} invalid={error !== undefined}>
                <span className="text-14 text-ink">{text('staking.accept', terms)}</span>
              </Checkbox>
              {error !== undefined && (
                <p role="alert" className="ps-6 text-13 text-warn">
                  {error}
                </p>
              )}
            </div>
          )}
        </FormField>
        <div className="flex flex-col items-start gap-2">
          {signedIn ? (
            <Button type="submit" size="large" disabled={state !== 'open'} loading={act.isPending}>
              {text('staking.subscribe')}
            </Button>
          ) : (
            <LoginLink className={buttonClass('primary', 'large')}>{text('staking.login')}</LoginLink>
          )}
          <ActMessage
            phase={act.phase}
            error={act.error}
            obstacle={state === 'open' ? null : text('staking.gone')}
          />
        </div>
      </form>
      <div className="flex min-w-0 flex-col gap-10">
        <ExitTable terms={offer} amount={amount} example={firstAmount(offer)} />
        <Terms offer={offer} />
      </div>
    </div>
  );
}

/** The fixed terms of an offer, with the hash that its orders keep. */
function Terms({ offer }: { readonly offer: PledgeOfferRow }) {
  const text = useText();
  const { coins, share } = useOfferWords();
  const { coin, exitPpm, userLimit, remaining, termsHash } = offer;
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-20 font-semibold">{text('staking.terms')}</h2>
      <DetailList ruled className="border-y text-14!">
        <Detail label={text('staking.receipt.share')} wraps>
          {share(exitPpm)}
        </Detail>
        <Detail label={text('staking.userLimit')}>{coins(userLimit, coin)}</Detail>
        <Detail label={text('staking.room')}>{coins(remaining, coin)}</Detail>
        <div className="flex flex-col gap-1">
          <dt className="text-ink-2">{text('staking.receipt.terms')}</dt>
          <dd className="font-mono text-12 break-all select-all">{termsHash}</dd>
        </div>
      </DetailList>
    </section>
  );
}
