import { type Amount, formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { payoutOf, stakeOf } from '@candor/rules';
import {
  Button,
  buttonClass,
  Detail,
  DetailList,
  NumberField,
  SegmentedControl,
  toasts,
  useFormatters,
} from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import { trimFigure } from '../../app/trim-figure.ts';
import { useSignedIn } from '../../data/index.ts';
import type { TradeMarket } from '../page/trade-market.ts';
import { MoveDialog } from './move-dialog.tsx';
import { percentUp, periodText } from './second-words.ts';
import {
  type Offer,
  type SecondDraft,
  useOffers,
  useOpenSecond,
  usePool,
  useStakeBalances,
} from './use-seconds.ts';

/** Wide enough for any stake coin; a percent is a hundredth of a rate in parts per million. */
const SCALE = 8;
const PPM_SCALE = 4;

export type Direction = SecondDraft['direction'];

export interface SecondsFormProps {
  readonly market: TradeMarket;
  readonly direction: Direction;
  readonly onDirectionChange: (direction: Direction) => void;
  /** Called after a contract was accepted, so that a sheet can close. */
  readonly onOpened?: () => void;
}

/** What a winner gets in all, as decimal text. */
function returnedIfRight(quantity: string, payoutPercent: string): string | null {
  const coins = Number(quantity);
  const payoutPpm = parseDecimal(payoutPercent, PPM_SCALE);
  if (quantity === '' || !Number.isSafeInteger(coins) || payoutPpm === null) return null;
  const stake = stakeOf(coins, SCALE);
  return formatDecimalTrimmed((stake + payoutOf(stake, Number(payoutPpm))) as Amount, SCALE);
}

function Terms({
  offer,
  periodSeconds,
  quantity,
}: {
  offer: Offer;
  periodSeconds: number;
  quantity: string;
}) {
  const intl = useIntl();
  const format = useFormatters();
  const pool = usePool().data;
  const period = offer.periods.find((each) => each.periodSeconds === periodSeconds) ?? offer.periods[0]!;
  const coins = (value: string | null | undefined) => `${format.quantity(value ?? null)} ${offer.coin}`;
  const text = (id: string) => intl.formatMessage({ id });
  const cap = pool?.exposures.find(({ symbol }) => symbol === offer.symbol);
  return (
    <DetailList className="gap-2">
      <Detail label={text('trade.sec.payout')}>{format.percent(period.payoutPercent)}</Detail>
      <Detail label={text('trade.sec.breakEven')} strong>
        {format.percent(percentUp(period.breakEvenPercent))}
      </Detail>
      <Detail label={text('trade.sec.ifRight')}>
        {coins(returnedIfRight(quantity, period.payoutPercent))}
      </Detail>
      <Detail label={text('trade.sec.ifWrong')}>{coins(quantity === '' ? null : quantity)}</Detail>
      <Detail label={text('trade.sec.pool')}>{coins(pool?.available)}</Detail>
      <Detail label={text('trade.sec.exposure')}>
        {cap === undefined ? '–' : `${format.quantity(trimFigure(cap.reserved))} / ${coins(cap.cap)}`}
      </Detail>
    </DetailList>
  );
}

/** The ticket of a second contract: direction, period, whole coins, and plainly what may come of it. */
export function SecondsForm({ market, direction, onDirectionChange, onOpened }: SecondsFormProps) {
  const intl = useIntl();
  const format = useFormatters();
  const signedIn = useSignedIn();
  const offers = useOffers();
  const offer = offers.data?.records.find(({ symbol }) => symbol === market.symbol);
  const coin = offer?.coin ?? market.quote;
  const balances = useStakeBalances(coin);
  const [period, setPeriod] = useState<string | null>(null);
  const [quantity, setQuantity] = useState('');
  const [pressed, setPressed] = useState(false);
  const [moving, setMoving] = useState(false);
  const text = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);
  const open = useOpenSecond(
    () => {
      toasts.info(text('trade.sec.toast.accepted', { market: market.name }));
      setQuantity('');
      setPressed(false);
      onOpened?.();
    },
    (error) => toasts.error(wordsOf(intl, error)),
  );

  if (offers.data === undefined) return null;
  if (offer === undefined || !offers.data.enabled) {
    return <p className="text-14 text-ink-2">{text('trade.sec.closed')}</p>;
  }
  const periodSeconds = Number(period ?? offer.periods[0]!.periodSeconds);
  const whole = Number(quantity);
  const inRange = quantity !== '' && whole >= offer.minQuantity && whole <= offer.maxQuantity;
  const covered = balances === null || (parseDecimal(balances.second, SCALE) ?? 0n) >= stakeOf(whole, SCALE);
  const problem = !inRange ? 'quantity' : covered ? null : 'balance';
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (problem !== null || open.isPending) return;
    const draft = { symbol: market.symbol, direction, periodSeconds, quantity: whole };
    open.mutate({ draft, key: crypto.randomUUID() });
  };
  const range = { minimum: format.count(offer.minQuantity), maximum: format.count(offer.maxQuantity), coin };

  return (
    <form className="flex flex-col gap-3" onSubmit={submit} noValidate>
      <SegmentedControl
        label={text('trade.sec.direction')}
        value={direction}
        onValueChange={onDirectionChange}
        segments={[
          { value: 'up', label: text('trade.sec.up'), tone: 'up' },
          { value: 'down', label: text('trade.sec.down'), tone: 'down' },
        ]}
      />
      <SegmentedControl
        label={text('trade.sec.period')}
        value={String(periodSeconds)}
        onValueChange={setPeriod}
        segments={offer.periods.map((each) => ({
          value: String(each.periodSeconds),
          label: periodText(intl, each.periodSeconds),
        }))}
      />
      <NumberField
        label={text('trade.sec.quantity')}
        labelPlacement="inside"
        value={quantity}
        onValueChange={setQuantity}
        decimals={0}
        step="1"
        unit={coin}
      />
      {signedIn && (
        <div className="flex items-center justify-between gap-3 text-13">
          <span className="text-ink-2">
            {text('trade.sec.available')}{' '}
            <span className="figure text-ink">
              {`${format.quantity(balances === null ? null : trimFigure(balances.second))} ${coin}`}
            </span>
          </span>
          <Button variant="plain" size="small" onClick={() => setMoving(true)}>
            {text('trade.sec.move')}
          </Button>
        </div>
      )}
      <Terms offer={offer} periodSeconds={periodSeconds} quantity={quantity} />
      {pressed && problem !== null && (
        <p role="alert" className="text-13 text-warn">
          {text(`trade.sec.problem.${problem}`, range)}
        </p>
      )}
      {signedIn ? (
        <Button type="submit" size="large" wide loading={open.isPending} disabled={market.state === 'halted'}>
          {text(`trade.sec.submit.${direction}`, { period: periodText(intl, periodSeconds) })}
        </Button>
      ) : (
        <Link to="/user/login" className={`${buttonClass('primary', 'large')} w-full`}>
          {text('trade.form.login')}
        </Link>
      )}
      <p className="text-12 text-ink-2">
        {text('trade.sec.rule', {
          delay: periodText(intl, offers.data.openingDelaySeconds),
          ticks: format.count(offers.data.closingTicks),
        })}
      </p>
      <p className="text-12 text-ink-2">{text('trade.sec.risk')}</p>
      {offers.data.simulated && <p className="text-12 text-ink-3">{text('trade.sec.simulated')}</p>}
      {signedIn && <MoveDialog coin={coin} open={moving} onOpenChange={setMoving} />}
    </form>
  );
}
