import { decimalOf, isPositiveNumber, isRefusedNumber, type TypedNumber } from '@candor/i18n';
import { parseDecimal } from '@candor/money';
import {
  ActMessage,
  Button,
  buttonClass,
  Detail,
  DetailList,
  NumberField,
  SegmentedControl,
  toasts,
  useFormatters,
  useRefusalText,
  useText,
} from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { percentUp, periodText } from '../common/period-text.ts';
import { useSignedIn } from '../data/index.ts';
import { faultField } from '../forms/fault-field.ts';
import { LoginLink } from '../shell/login-link.tsx';
import { Ticket } from '../trade/form/ticket.tsx';
import type { TradeMarket } from '../trade/market/trade-market.ts';
import { TransferButton } from '../transfer/transfer-dialog.tsx';
import { returnedIfRight, secondProblem } from './second-problem.ts';
import { useObstacle } from './seconds-notice.tsx';
import {
  type Offer,
  type SecondDraft,
  useLimits,
  useOffers,
  useOpenSecond,
  usePool,
  useStakeBalances,
} from './use-seconds.ts';

/** A percent is a hundredth of a rate in parts per million. */
const PPM_SCALE = 4;

export type Direction = SecondDraft['direction'];

/** A ticket as it is written: it outlives the form, which a phone's closed sheet takes away. */
export interface SecondTicket {
  readonly direction: Direction;
  /** Period in seconds, as text; null for the first one. */
  readonly period: string | null;
  readonly quantity: TypedNumber;
}

export interface SecondsFormProps {
  readonly market: TradeMarket;
  readonly ticket: SecondTicket;
  readonly onTicketChange: (ticket: SecondTicket) => void;
  /** Called after a contract was accepted, so that a sheet can close. */
  readonly onOpened?: () => void;
}

interface TermsProps {
  readonly offer: Offer;
  readonly period: Offer['periods'][number];
  readonly quantity: string;
}

/** Possible outcomes of the contract, and what the pool still takes on. */
function Terms({ offer, period, quantity }: TermsProps) {
  const format = useFormatters();
  const pool = usePool().data;
  const limits = useLimits().data;
  const coins = (value: string | null | undefined) =>
    value == null ? format.quantity(null) : `${format.quantity(value)} ${offer.coin}`;
  const text = useText();
  const cap = pool?.exposures.find(({ symbol }) => symbol === offer.symbol);
  return (
    <DetailList className="gap-2" steady>
      <Detail label={text('seconds.payout')}>{format.percent(period.payoutPercent)}</Detail>
      <Detail label={text('seconds.breakEven')} strong>
        {format.percent(percentUp(period.breakEvenPercent))}
      </Detail>
      <Detail label={text('seconds.ifRight')}>
        {coins(returnedIfRight(quantity, period.payoutPercent))}
      </Detail>
      <Detail label={text('seconds.ifWrong')}>{coins(isPositiveNumber(quantity) ? quantity : null)}</Detail>
      {limits?.remaining != null && (
        <Detail label={text('seconds.limits.remaining')}>{coins(limits.remaining)}</Detail>
      )}
      <Detail label={text('seconds.pool')}>{coins(pool?.available)}</Detail>
      <Detail label={text('seconds.exposure')}>
        {cap === undefined ? '–' : `${format.quantity(cap.reserved)} / ${coins(cap.cap)}`}
      </Detail>
    </DetailList>
  );
}

/** Returns the whole coins that are typed; NaN for what is no whole number. */
const wholeOf = (typed: TypedNumber) => (isRefusedNumber(typed) ? Number.NaN : Number(typed));

/** Why a stake would be refused; null where it would not. */
function useProblem(market: TradeMarket, offer: Offer | undefined, typed: TypedNumber, payoutPpm: number) {
  const refusalText = useRefusalText();
  const format = useFormatters();
  const pool = usePool().data;
  const limits = useLimits().data;
  const coin = offer?.coin ?? '';
  const balance = useStakeBalances(coin)?.second ?? null;
  const text = useText();
  if (offer === undefined) return null;
  const { minQuantity, maxQuantity } = offer;
  const problem = secondProblem({
    whole: wholeOf(typed),
    payoutPpm,
    balance,
    limits,
    pool,
    offer: { symbol: market.symbol, minQuantity, maxQuantity },
  });
  switch (problem?.kind) {
    case undefined:
      return null;
    case 'unread':
      return refusalText(isRefusedNumber(typed) ? typed : undefined);
    case 'quantity': {
      const range = { minimum: format.count(minQuantity), maximum: format.count(maxQuantity), coin };
      return text('seconds.problem.quantity', range);
    }
    case 'balance':
      return text('seconds.problem.balance', { coin });
    case 'loss':
      return text('seconds.problem.loss', { amount: `${format.quantity(problem.amount)} ${coin}` });
    case 'room':
      return text('seconds.problem.room', { amount: `${format.count(problem.most)} ${coin}` });
  }
}

/** The ticket of a second contract: direction, period, whole coins, and plainly what may come of it. */
export function SecondsForm({ market, ticket, onTicketChange, onOpened }: SecondsFormProps) {
  const offers = useOffers();
  const offer = offers.data?.records.find(({ symbol }) => symbol === market.symbol);
  const { direction, period, quantity } = ticket;
  const change = (next: Partial<SecondTicket>) => onTicketChange({ ...ticket, ...next });
  const [pressed, setPressed] = useState(false);
  const text = useText();
  const open = useOpenSecond(() => {
    toasts.noted(text('seconds.toast.accepted', { market: market.name }));
    change({ quantity: '' });
    setPressed(false);
    onOpened?.();
  });

  const chosen = offer?.periods.find((each) => String(each.periodSeconds) === period) ?? offer?.periods[0];
  const obstacle = useObstacle(market, offer);
  const payoutPpm = Number(parseDecimal(chosen?.payoutPercent ?? '0', PPM_SCALE) ?? 0n);
  const problem = useProblem(market, offer, quantity, payoutPpm);

  if (offers.data === undefined) return null;
  if (offer === undefined || chosen === undefined || !offers.data.enabled) {
    return <p className="text-14 text-ink-2">{text('seconds.closed')}</p>;
  }
  const { periodSeconds, payoutPercent } = chosen;
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (problem !== null || obstacle !== null || open.isPending) return;
    const draft = {
      symbol: market.symbol,
      direction,
      periodSeconds,
      quantity: wholeOf(quantity),
      payoutPercent,
    };
    open.mutate(draft);
  };

  return (
    <Ticket
      onSubmit={submit}
      foot={
        <SecondsFoot
          direction={direction}
          periodSeconds={periodSeconds}
          open={open}
          problem={pressed ? problem : null}
          obstacle={obstacle}
        />
      }
      notes={<Notes offers={offers.data} />}
    >
      <Choices direction={direction} periodSeconds={periodSeconds} offer={offer} onChange={change} />
      <Stake
        offer={offer}
        value={quantity}
        isMarked={(pressed && problem !== null) || faultField(open.error) === 'quantity'}
        onValueChange={(next) => {
          if (!open.isPending) open.reset();
          change({ quantity: next });
        }}
      />
      <Terms offer={offer} period={chosen} quantity={decimalOf(quantity)} />
    </Ticket>
  );
}

interface SecondsFootProps {
  readonly direction: Direction;
  readonly periodSeconds: number;
  readonly open: ReturnType<typeof useOpenSecond>;
  readonly problem: string | null;
  readonly obstacle: string | null;
}

/** The button that opens the contract, or leads to the login, and what came of it. */
function SecondsFoot({ direction, periodSeconds, open, problem, obstacle }: SecondsFootProps) {
  const intl = useIntl();
  const text = useText();
  const signedIn = useSignedIn();
  return (
    <>
      {signedIn ? (
        <Button type="submit" size="large" wide loading={open.isPending} disabled={obstacle !== null}>
          {text(`seconds.submit.${direction}`, { period: periodText(intl, periodSeconds) })}
        </Button>
      ) : (
        <LoginLink className={`${buttonClass('primary', 'large')} w-full`}>
          {text('trade.form.login')}
        </LoginLink>
      )}
      <ActMessage phase={open.phase} error={open.error} problem={problem} obstacle={obstacle} />
    </>
  );
}

/** The rule that settles the contract, and its risk. */
function Notes({ offers }: { readonly offers: NonNullable<ReturnType<typeof useOffers>['data']> }) {
  const intl = useIntl();
  const text = useText();
  return (
    <>
      <p className="text-12 text-ink-2">
        {text('seconds.rule', {
          delay: periodText(intl, offers.openingDelaySeconds),
          ticks: offers.closingTicks,
        })}
      </p>
      <p className="text-12 text-ink-2">{text('seconds.risk')}</p>
      {offers.simulated && <p className="text-12 text-ink-3">{text('seconds.simulated')}</p>}
    </>
  );
}

interface ChoicesProps {
  readonly direction: Direction;
  readonly periodSeconds: number;
  readonly offer: Offer;
  readonly onChange: (next: Partial<SecondTicket>) => void;
}

/** Chooses the direction and the period. */
function Choices({ direction, periodSeconds, offer, onChange }: ChoicesProps) {
  const intl = useIntl();
  const text = useText();
  return (
    <>
      <SegmentedControl
        label={text('seconds.direction')}
        value={direction}
        onValueChange={(next) => onChange({ direction: next })}
        segments={[
          { value: 'up', label: text('seconds.up'), tone: 'up' },
          { value: 'down', label: text('seconds.down'), tone: 'down' },
        ]}
      />
      <SegmentedControl
        label={text('seconds.period')}
        value={String(periodSeconds)}
        onValueChange={(next) => onChange({ period: next })}
        segments={offer.periods.map((each) => ({
          value: String(each.periodSeconds),
          label: periodText(intl, each.periodSeconds),
        }))}
      />
    </>
  );
}

interface StakeProps {
  readonly offer: Offer;
  readonly value: TypedNumber;
  readonly isMarked: boolean;
  readonly onValueChange: (value: TypedNumber) => void;
}

/** The whole coins that are staked, and the balance that they are taken from. */
function Stake({ offer, value, isMarked, onValueChange }: StakeProps) {
  const text = useText();
  const format = useFormatters();
  const signedIn = useSignedIn();
  const { coin } = offer;
  const balances = useStakeBalances(coin);
  return (
    <>
      <NumberField
        label={text('seconds.quantity')}
        labelPlacement="inside"
        value={value}
        onValueChange={onValueChange}
        marked={isMarked}
        decimals={0}
        step="1"
        unit={coin}
        description={text('seconds.range', {
          minimum: format.count(offer.minQuantity),
          maximum: format.count(offer.maxQuantity),
        })}
      />
      {signedIn && (
        <div className="flex items-center justify-between gap-3 text-13">
          <span className="text-ink-2">
            {text('seconds.available')}{' '}
            <span className="figure text-ink">{`${format.quantity(balances?.second ?? null)} ${coin}`}</span>
          </span>
          <TransferButton variant="plain" size="small" to={{ type: '3', symbol: '' }} coin={coin} />
        </div>
      )}
    </>
  );
}
