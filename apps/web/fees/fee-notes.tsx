import { type Amount, formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { SAFETY_FUND_DIVISOR, tradingFee } from '@candor/rules';
import { Detail, DetailList, linkClass, Skeleton, useFormatters, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { FormattedMessage, useIntl } from 'react-intl';
import { useFeeTiers, useHouse, useListing } from '../data/index.ts';
import { ppmOfPercent } from '../trade/draft/preview.ts';

const SCALE = 8;
const COIN = 'USDT';
/** Value of the sale in the example, in USDT. */
const EXAMPLE = '1000';

/** One fill worked out by the formula that the ledger charges by. */
function Example({ takerPercent }: { readonly takerPercent: string }) {
  const format = useFormatters();
  const received = parseDecimal(EXAMPLE, SCALE) as Amount;
  const fee = tradingFee(received, ppmOfPercent(takerPercent));
  const coins = (units: bigint) => `${format.quantity(formatDecimalTrimmed(units, SCALE))} ${COIN}`;
  const text = useText();
  const fund = fee / BigInt(SAFETY_FUND_DIVISOR);
  return (
    <DetailList ruled className="border-t text-14!">
      <Detail label={text('fees.example.sold')}>{coins(received)}</Detail>
      <Detail label={text('fees.example.fee', { rate: format.percent(takerPercent, 3) })}>
        {coins(fee)}
      </Detail>
      <Detail label={text('fees.example.fund')} strong>
        {coins(fund)}
      </Detail>
      <Detail label={text('fees.example.received')}>{coins(received - fee)}</Detail>
    </DetailList>
  );
}

/** The present balance of the safety fund. */
function Fund() {
  const intl = useIntl();
  const format = useFormatters();
  const house = useHouse().data;
  const row = house?.assets.find(({ coin }) => coin === COIN);
  return (
    <p className="text-14 text-ink-2">
      {intl.formatMessage({ id: 'fees.fundNow' })}{' '}
      {house === undefined ? (
        <Skeleton className="inline-block h-4 w-24" />
      ) : (
        <span className="figure font-semibold text-ink">
          {`${format.quantity(row?.safetyFund ?? '0')} ${COIN}`}
        </span>
      )}
    </p>
  );
}

/** The rates of liquidations of all contracts, as text; empty until they are known. */
function useLiquidationRates(): string {
  const format = useFormatters();
  const { data = [] } = useListing('usta', true);
  const rates = data.flatMap((row) =>
    'liquidation_fee_percent' in row ? [format.percent(row.liquidation_fee_percent, 2)] : [],
  );
  return [...new Set(rates)].join(', ');
}

/** Explains where a fee goes, how it is taken, and what other products cost. */
export function FeeNotes() {
  const { data, isPending } = useFeeTiers();
  const taker = data?.tiers[data.own?.tier ?? 0]?.takerPercent;
  const text = useText();
  const liquidation = useLiquidationRates();
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
      <section className="flex flex-col gap-3">
        <h2 className="text-20 font-semibold">{text('fees.fund')}</h2>
        <p className="text-14 text-ink-2">{text('fees.fundText')}</p>
        {taker !== undefined && <Example takerPercent={taker} />}
        {isPending && <Skeleton className="h-36 w-full" />}
        <Fund />
      </section>
      <section className="flex flex-col gap-3">
        <h2 className="text-20 font-semibold">{text('fees.how')}</h2>
        <ul className="flex flex-col divide-y border-t text-14 text-ink-2 [&>li]:py-3">
          <li>{text('fees.how.coin')}</li>
          <li>{text('fees.how.rounding')}</li>
          <li>{text('fees.how.free')}</li>
          <li>
            <FormattedMessage
              id="fees.how.seconds"
              values={{
                link: (words) => (
                  <Link to="/trade/index" search={{ type: 'sec' }} className={linkClass}>
                    {words}
                  </Link>
                ),
              }}
            />
          </li>
          <li>{text('fees.how.margin')}</li>
          <li>{text('fees.how.funding')}</li>
          {liquidation !== '' && <li>{text('fees.how.liquidation', { rate: liquidation })}</li>}
        </ul>
      </section>
    </div>
  );
}
