import type { RechargeCurrency } from '@candor/api';
import {
  CopyButton,
  Detail,
  DetailList,
  Loaded,
  networkNameOf,
  QrCode,
  Skeleton,
  useFormatters,
  useText,
} from '@candor/ui';
import { TriangleAlert } from 'lucide-react';
import { useDepositAddress } from '../../data/index.ts';

const MINUTE_SECONDS = 60;

/** The address of a coin on a network, or why none is given. */
export function DepositAddress({ currency }: { readonly currency: RechargeCurrency }) {
  const text = useText();
  return currency.delisted === null ? (
    <GivenAddress currency={currency} />
  ) : (
    <p className="rounded-base bg-warn-tint p-3 text-13 text-ink">{text(`delisted.${currency.delisted}`)}</p>
  );
}

/** The user's own address of a coin on a network, with what a deposit needs to arrive. */
function GivenAddress({ currency }: { readonly currency: RechargeCurrency }) {
  const { coin, network } = currency;
  const text = useText();
  const query = useDepositAddress(coin, network);
  return (
    <>
      <div className="flex gap-3 rounded-base bg-warn-tint p-3 text-13">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" strokeWidth={1.75} />
        <div className="flex min-w-0 flex-col gap-1 text-ink">
          <p className="font-semibold">
            {text('deposit.warning.title', { coin, network: networkNameOf(text, currency.network) })}
          </p>
          <p>{text('deposit.warning')}</p>
          {currency.practice && <p>{text('deposit.practice.warning')}</p>}
          {currency.delayed && <p>{text('deposit.delayed')}</p>}
        </div>
      </div>
      <Loaded
        query={query}
        data={query.data}
        failedTitle={text('deposit.notLoaded')}
        skeleton={<Skeleton className="size-48" />}
      >
        {({ address }) => (
          <div className="flex flex-col items-start gap-6 sm:flex-row">
            <QrCode text={address} label={text('deposit.address.qr')} />
            <div className="flex min-w-0 flex-col items-start gap-3">
              <p className="text-13 text-ink-2">{text('deposit.address')}</p>
              <p
                data-testid="deposit-address"
                className="figure text-16 break-all whitespace-normal! text-balance select-all"
              >
                {address}
              </p>
              <CopyButton label={text('deposit.copy')} text={address} />
            </div>
          </div>
        )}
      </Loaded>
      <Terms currency={currency} />
    </>
  );
}

/** Minimum, confirmations, time and contract. */
function Terms({ currency }: { readonly currency: RechargeCurrency }) {
  const { coin, contract, minimum, confirmations, large, arrivalSeconds, fromContracts } = currency;
  const text = useText();
  const format = useFormatters();
  const isShort = arrivalSeconds < 2 * MINUTE_SECONDS;
  return (
    <div className="flex flex-col gap-3">
      <DetailList ruled>
        <Detail label={text('deposit.minimum')}>
          {format.quantity(minimum)} {coin}
        </Detail>
        <Detail label={text('deposit.confirmations')}>
          {text('deposit.confirmations.count', { count: confirmations })}
        </Detail>
        <Detail label={text('deposit.large', { amount: format.quantity(large.from), coin })} wraps>
          {text('deposit.large.text', { count: large.confirmations })}
        </Detail>
        <Detail label={text('deposit.arrival')}>
          {isShort
            ? text('deposit.arrival.seconds', { count: arrivalSeconds })
            : text('deposit.arrival.minutes', { count: Math.ceil(arrivalSeconds / MINUTE_SECONDS) })}
        </Detail>
        {contract !== null && (
          <Detail label={text('deposit.contract')} wraps>
            {/* 42 characters: two lines of the same length, the first on the line of the name */}
            <code className="block max-w-[21ch] break-all text-start text-13 select-all">{contract}</code>
          </Detail>
        )}
      </DetailList>
      <p className="text-13 text-ink-2">{text('deposit.below')}</p>
      {fromContracts && <p className="text-13 text-ink-2">{text('deposit.contracts', { coin })}</p>}
    </div>
  );
}
