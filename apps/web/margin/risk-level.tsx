import type { MarginAccountRow } from '@candor/api';
import { Badge, useFormatters, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import { riskLevelOf, riskTone } from './margin-account.ts';

/** An account's risk rate with a word for where it lies. */
export function RiskRate({ account }: { readonly account: MarginAccountRow }) {
  const intl = useIntl();
  const format = useFormatters();
  const riskLevel = riskLevelOf(account);
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {account.riskRate !== null && (
        <span className="font-semibold">{format.quantity(account.riskRate, 4)}</span>
      )}
      <Badge tone={riskTone[riskLevel]}>{intl.formatMessage({ id: `margin.standing.${riskLevel}` })}</Badge>
    </span>
  );
}

/** True for an account whose margin level its owner has to be warned of. */
const needsWarning = (account: MarginAccountRow) => riskTone[riskLevelOf(account)] !== 'neutral';

/** Returns a function that says the meaning of an account's present risk rate for the owner. */
function useStandingWords(): (account: MarginAccountRow) => string {
  const text = useText();
  const format = useFormatters();
  const rate = (value: string) => format.price(value);
  return (account) =>
    text(`margin.standingText.${riskLevelOf(account)}`, {
      transfer: rate(account.transferRisk),
      call: rate(account.callRisk),
      liquidation: rate(account.liquidationRisk),
    });
}

/** Returns a function that warns of an account's margin level; null where it needs no warning. */
export function useMarginWarning(): (account: MarginAccountRow) => string | null {
  const words = useStandingWords();
  return (account) => (needsWarning(account) ? words(account) : null);
}

/** The meaning of the present risk rate for the owner. */
export function RiskLevelText({ account }: { readonly account: MarginAccountRow }) {
  const words = useStandingWords();
  return (
    <p role="status" className={`text-12 ${needsWarning(account) ? 'text-warn' : 'text-ink-3'}`}>
      {words(account)}
    </p>
  );
}
