import { Detail, DetailList, Skeleton, useFormatters } from '@candor/ui';
import { FormattedMessage } from 'react-intl';
import { useSettings } from '../data/index.ts';

/** The costs of a trade, from the settings that the exchange charges by. */
export function Costs() {
  const formatters = useFormatters();
  const { data: settings } = useSettings();
  const percent = (value: string | undefined) =>
    value === undefined ? <Skeleton className="h-3 w-12" /> : formatters.percent(value);
  return (
    <section>
      <h2 className="pb-3 text-20 font-semibold">
        <FormattedMessage id="home.costs.title" />
      </h2>
      <DetailList ruled className="border-t text-14!">
        <Detail label={<FormattedMessage id="home.costs.maker" />}>
          {percent(settings?.makerFeePercent)}
        </Detail>
        <Detail label={<FormattedMessage id="home.costs.taker" />}>
          {percent(settings?.takerFeePercent)}
        </Detail>
        <Detail label={<FormattedMessage id="home.costs.safetyFund" />}>
          {percent(settings?.safetyFundPercent)}
        </Detail>
        <Detail label={<FormattedMessage id="home.costs.coin" />} wraps>
          <FormattedMessage id="home.costs.coinReceived" />
        </Detail>
        <Detail label={<FormattedMessage id="home.costs.house" />} wraps>
          <FormattedMessage id="home.costs.houseMarked" />
        </Detail>
      </DetailList>
      {settings !== undefined && (
        <>
          <h2 className="pt-10 pb-3 text-20 font-semibold">
            <FormattedMessage id="shell.prices.title" />
          </h2>
          <p className="border-t pt-3 text-14 text-ink-2">
            <FormattedMessage id={`shell.prices.${settings.feed}`} />
          </p>
          {settings.seedHash !== null && (
            <p className="pt-2 text-12 text-ink-3">
              <FormattedMessage id="shell.prices.seedHash" />{' '}
              <span className="figure font-medium whitespace-normal wrap-anywhere text-ink-2">
                {settings.seedHash}
              </span>
            </p>
          )}
        </>
      )}
    </section>
  );
}
