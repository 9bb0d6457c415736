import {
  type CallData,
  type Calls,
  DAILY_LIMITS_USDT,
  WITHDRAWAL_CONFIRM_MINUTES,
  type WithdrawalCoin,
} from '@candor/api';
import { Detail, DetailList, linkClass, useFormatters, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';

export type WithdrawalTerms = CallData<Calls['getWithdrawalCurrency']>;

const MINUTE_MS = 60_000;
/** Fewer make no percentile: their 95th is the slowest one. */
const LEAST_MEASURED = 20;

interface WithdrawTermsProps {
  readonly terms: WithdrawalTerms;
  readonly currency: WithdrawalCoin;
  /** Undefined until it is known. */
  readonly holdHours: number | undefined;
}

/** Fee, limits, the promise of arrival with what was measured of it, and the rule of waiting. */
export function WithdrawTerms({ terms, currency, holdHours }: WithdrawTermsProps) {
  const text = useText();
  const format = useFormatters();
  const { coin, fee, minimum, automatic, isReviewed, keepsFailedFee, remainingToday, confirmations } =
    currency;
  const ofCoin = (amount: string) => `${format.quantity(amount)} ${coin}`;
  const minutes = (ms: number) => format.count(Math.max(1, Math.ceil(ms / MINUTE_MS)));
  const { medianMs, p95Ms, measured } = terms;
  return (
    <div className="flex flex-col gap-3">
      <DetailList ruled>
        <Detail label={text('withdraw.arrival')} wraps>
          {text('withdraw.arrival.hours', { hours: terms.arrivalHours })}
        </Detail>
        {medianMs !== null && p95Ms !== null && measured >= LEAST_MEASURED && (
          <Detail label={text('withdraw.measured')} wraps>
            {text('withdraw.measured.minutes', { median: minutes(medianMs), p95: minutes(p95Ms) })}
          </Detail>
        )}
        <Detail label={text('withdraw.fee')}>{fee === null ? '—' : ofCoin(fee)}</Detail>
        <Detail label={text('withdraw.minimum')}>{ofCoin(minimum)}</Detail>
        <Detail label={text(isReviewed ? 'withdraw.automatic' : 'withdraw.most')}>{ofCoin(automatic)}</Detail>
        <Detail label={text('withdraw.daily')}>{format.quantity(terms.dailyLimitUsdt)} USDT</Detail>
        <Detail label={text('withdraw.left')}>
          {remainingToday === null ? '—' : ofCoin(remainingToday)}
        </Detail>
        <Detail label={text('deposit.confirmations')}>
          {text('deposit.confirmations.count', { count: confirmations })}
        </Detail>
      </DetailList>
      {keepsFailedFee && <p className="text-13 text-ink-2">{text('withdraw.fee.kept')}</p>}
      {terms.limitTier !== null && (
        <p className="text-13 text-ink-2">
          {text('withdraw.limits.tier', {
            tier: text(`tiers.tier.${terms.limitTier}`),
            limit: format.quantity(terms.dailyLimitUsdt),
          })}
        </p>
      )}
      <p className="text-13 text-ink-2">
        {text('withdraw.limits', {
          none: format.quantity(DAILY_LIMITS_USDT.none),
          primary: format.quantity(DAILY_LIMITS_USDT.primary),
          advanced: format.quantity(DAILY_LIMITS_USDT.advanced),
        })}{' '}
        {terms.verifiedLevel !== 'advanced' && (
          <Link to="/account/center/kyc" className={linkClass}>
            {text('withdraw.limits.raise')}
          </Link>
        )}
      </p>
      {isReviewed && (
        <p className="text-13 text-ink-2">{text('withdraw.reviewed', { hours: terms.reviewHours })}</p>
      )}
      <p className="text-13 text-ink-2">
        {text('withdraw.confirm.rule', { minutes: WITHDRAWAL_CONFIRM_MINUTES })}
      </p>
      {holdHours !== undefined && (
        <p className="text-13 text-ink-2">{text('withdraw.holdRule', { hours: holdHours })}</p>
      )}
    </div>
  );
}
