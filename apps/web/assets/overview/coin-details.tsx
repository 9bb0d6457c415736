import type { AssetDetails, AssetPlaceRow } from '@candor/api';
import { hiddenAmount } from '@candor/i18n';
import {
  DataTable,
  Detail,
  DetailList,
  Dialog,
  directionClass,
  directionOf,
  Loaded,
  SkeletonText,
  useFormatters,
  useText,
} from '@candor/ui';
import { useAssetDetails, useAssetHistory } from '../../data/index.ts';
import { walletKindMessage } from '../../transfer/wallet-names.ts';
import { ValueChart } from './value-chart.tsx';

const VALUE_DECIMALS = 2;
const SKELETON_LINES = 8;

interface CoinDetailsProps {
  readonly coin: string;
  readonly shown: boolean;
  readonly onClose: () => void;
}

/** Shows where all of a coin is, what it was worth day by day, and what it brought. */
export function CoinDetails({ coin, shown, onClose }: CoinDetailsProps) {
  const text = useText();
  const query = useAssetDetails(coin);
  const history = useAssetHistory(coin);
  return (
    <Dialog open onOpenChange={onClose} width="wide" title={text('assets.detail.of', { coin })}>
      <Loaded
        query={query}
        data={query.data}
        failedTitle={text('assets.detail.notLoaded')}
        skeleton={<SkeletonText lines={SKELETON_LINES} />}
      >
        {(details) => (
          <div className="flex flex-col gap-6">
            <Places details={details} shown={shown} />
            {details.profit !== null && <Profit coin={coin} profit={details.profit} shown={shown} />}
            <section className="flex flex-col gap-2">
              <h3 className="text-14 font-semibold">{text('assets.history')}</h3>
              <Loaded query={history} data={history.data} skeleton={<SkeletonText lines={4} />}>
                {({ list }) => <ValueChart days={list} shown={shown} />}
              </Loaded>
            </section>
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

function Places({ details, shown }: { readonly details: AssetDetails; readonly shown: boolean }) {
  const text = useText();
  const format = useFormatters();
  const { coin, total, totalUsdt, places } = details;
  const amount = (figure: string) => (shown ? figure : hiddenAmount);
  const value = (usdt: string | null) =>
    usdt === null ? '--' : amount(format.quantity(usdt, VALUE_DECIMALS));
  return (
    <section className="flex flex-col gap-2">
      <DetailList ruled>
        <Detail label={text('assets.detail.total')} strong>
          {amount(format.quantity(total))} {coin}
        </Detail>
        <Detail label={text('assets.valueIn', { coin: 'USDT' })}>{value(totalUsdt)}</Detail>
      </DetailList>
      <DataTable<AssetPlaceRow>
        label={text('assets.detail.where')}
        rows={places}
        rowKey={({ what, wallet, symbol, amount }) => `${what} ${wallet} ${symbol} ${amount}`}
        failedTitle={text('assets.detail.notLoaded')}
        emptyTitle={text('assets.detail.none')}
        columns={[
          {
            head: 'assets.detail.where',
            card: 'title',
            wraps: true,
            cell: ({ wallet, symbol }) =>
              [text(walletKindMessage(wallet)), symbol].filter((part) => part !== null).join(' · '),
          },
          { head: 'assets.bills.kind', wraps: true, cell: ({ what }) => text(`assets.detail.what.${what}`) },
          {
            head: 'assets.amount',
            kind: 'figure',
            card: 'corner',
            cell: (row) => amount(format.quantity(row.amount)),
          },
          {
            head: 'assets.valueIn',
            headValues: { coin: 'USDT' },
            kind: 'figure',
            quiet: true,
            cell: ({ valueUsdt }) => value(valueUsdt),
          },
        ]}
      />
    </section>
  );
}

interface ProfitProps {
  readonly coin: string;
  readonly profit: NonNullable<AssetDetails['profit']>;
  readonly shown: boolean;
}

/** Profit and loss, with the method by which it is counted. */
function Profit({ coin, profit, shown }: ProfitProps) {
  const text = useText();
  const format = useFormatters();
  const signed = (usdt: string | null) =>
    usdt === null ? (
      '--'
    ) : (
      <span className={directionClass[directionOf(usdt)]}>
        {shown ? `${format.difference(usdt, VALUE_DECIMALS)} USDT` : hiddenAmount}
      </span>
    );
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-14 font-semibold">{text('assets.profit')}</h3>
      <DetailList ruled>
        <Detail label={text('assets.profit.bought')}>
          {shown ? `${format.quantity(profit.bought)} ${coin}` : hiddenAmount}
        </Detail>
        <Detail label={text('assets.profit.average')}>
          {profit.averageCost === null ? '--' : `${format.quantity(profit.averageCost, VALUE_DECIMALS)} USDT`}
        </Detail>
        <Detail label={text('assets.profit.realised')}>{signed(profit.realised)}</Detail>
        <Detail label={text('assets.profit.unrealised')}>{signed(profit.unrealised)}</Detail>
      </DetailList>
      <p className="text-13 text-ink-2">{text('assets.profit.method')}</p>
      {!profit.complete && <p className="text-13 text-warn">{text('assets.profit.incomplete')}</p>}
    </section>
  );
}
