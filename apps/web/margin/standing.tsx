import type { MarginAccountRow } from '@candor/api';
import { Badge, useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { standingOf, standingTone } from './margin-account.ts';

/** An account's risk rate with a word for where it lies. */
export function RiskRate({ account }: { readonly account: MarginAccountRow }) {
  const intl = useIntl();
  const format = useFormatters();
  const standing = standingOf(account);
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {account.riskRate !== null && (
        <span className="font-semibold">{format.quantity(account.riskRate, 4)}</span>
      )}
      <Badge tone={standingTone[standing]}>{intl.formatMessage({ id: `margin.standing.${standing}` })}</Badge>
    </span>
  );
}

/** The meaning of the present risk rate for the owner. */
export function StandingText({ account }: { readonly account: MarginAccountRow }) {
  const intl = useIntl();
  const format = useFormatters();
  const standing = standingOf(account);
  const rate = (value: string) => format.price(value);
  return (
    <p
      role="status"
      className={`text-12 ${standingTone[standing] === 'neutral' ? 'text-ink-3' : 'text-warn'}`}
    >
      {intl.formatMessage(
        { id: `margin.standingText.${standing}` },
        {
          transfer: rate(account.transferRisk),
          call: rate(account.callRisk),
          liquidation: rate(account.liquidationRisk),
        },
      )}
    </p>
  );
}
