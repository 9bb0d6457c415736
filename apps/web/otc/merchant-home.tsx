import type { CallData, Calls, OwnOtcOfferRow } from '@candor/api';
import {
  ActMessage,
  Badge,
  Button,
  ConfirmDialog,
  DataTable,
  Loaded,
  SkeletonText,
  useAct,
  useFormatters,
  useText,
} from '@candor/ui';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { Eye, useMasked } from '../common/eye.tsx';
import { useClient } from '../data/index.ts';
import { TransferButton } from '../transfer/transfer-dialog.tsx';
import { OfferDialog } from './offer-dialog.tsx';
import { OtcOrderRows } from './orders-table.tsx';
import { Methods } from './reputation.tsx';
import { useMerchantIndex, useOtcChanged, useOtcStanding, useOtcTerms } from './use-otc.ts';
import { useOtcWords } from './use-words.ts';

type Index = CallData<Calls['getMerchantIndex']>;

/** A merchant's dashboard: figures, open orders, offers, and the OTC wallet. */
export function MerchantHome() {
  const text = useText();
  const query = useMerchantIndex();
  return (
    <Loaded
      query={query}
      data={query.data}
      skeleton={<SkeletonText lines={12} />}
      failedTitle={text('otc.merchant.failed')}
    >
      {(index) => (
        <div className="flex flex-col gap-10">
          <Figures index={index} />
          <Paused />
          <Section title={text('otc.orders.open')} end={<Eye />}>
            <OtcOrderRows rows={index.orders} />
          </Section>
          <Offers index={index} />
          <Wallet index={index} />
          <Leave index={index} />
        </div>
      )}
    </Loaded>
  );
}

function Section({
  title,
  end,
  children,
}: {
  readonly title: string;
  readonly end?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-20 font-semibold">{title}</h2>
        {end}
      </header>
      {children}
    </section>
  );
}

function Figure({
  head,
  children,
  note,
}: {
  readonly head: string;
  readonly children: ReactNode;
  readonly note?: string;
}) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <dt className="text-13 text-ink-2">{head}</dt>
      <dd className="figure flex flex-col text-20 font-semibold wrap-anywhere">
        {children}
        {note !== undefined && (
          <span className="text-12 font-normal whitespace-normal text-ink-3">{note}</span>
        )}
      </dd>
    </div>
  );
}

/** Reputation and turnover of thirty days, open orders and deposit. */
function Figures({ index }: { readonly index: Index }) {
  const text = useText();
  const format = useFormatters();
  const masked = useMasked();
  const words = useOtcWords();
  const { reputation, orders, offers, volume, deposit, coin } = index;
  const live = offers.filter(({ hidden }) => hidden === null).length;
  return (
    <section aria-label={text('otc.figures')}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-6 border-y py-6 lg:grid-cols-3">
        <Figure head={text('otc.figure.open')} note={text('otc.figure.offers', { live, all: offers.length })}>
          {format.count(orders.length)}
        </Figure>
        <Figure head={text('otc.figure.completion')} note={words.orders(reputation)}>
          {words.completion(reputation)}
        </Figure>
        <Figure head={text('otc.figure.release')}>
          {reputation.medianReleaseMs === null ? '–' : words.span(reputation.medianReleaseMs)}
        </Figure>
        <Figure head={text('otc.figure.volume')}>
          {volume.length === 0
            ? '–'
            : volume.map((each) => (
                <span key={each.coin} className="text-16 whitespace-normal">
                  {masked(
                    text('otc.figure.volume.of', {
                      coin: each.coin,
                      bought: format.quantity(each.bought),
                      sold: format.quantity(each.sold),
                    }),
                  )}
                </span>
              ))}
        </Figure>
        <Figure
          head={text('otc.figure.good')}
          note={text('otc.figure.ratings', { count: reputation.ratings })}
        >
          {reputation.good === null ? '–' : format.percent(reputation.good, 0)}
        </Figure>
        <Figure head={text('otc.figure.deposit')} note={text('otc.figure.deposit.text')}>
          {masked(words.coins(deposit, coin))}
        </Figure>
      </dl>
    </section>
  );
}

/** Says until when orders are paused, and why. */
function Paused() {
  const text = useText();
  const format = useFormatters();
  const { data } = useOtcStanding();
  if (data === undefined || data.pausedUntil === null) return null;
  return (
    <p role="status" className="border-s-2 border-warn bg-warn-tint px-3 py-2 text-14">
      {text('otc.paused', { time: format.dateTime(data.pausedUntil), count: data.faults })}
    </p>
  );
}

/** An act on an offer that a dialog is open for. */
type OfferAct =
  | { readonly kind: 'new' }
  | { readonly kind: 'change' | 'close'; readonly offer: OwnOtcOfferRow };

function Offers({ index }: { readonly index: Index }) {
  const text = useText();
  const [act, setAct] = useState<OfferAct | null>(null);
  const { data: board } = useOtcTerms();
  const close = () => setAct(null);
  return (
    <Section
      title={text('otc.offers.own')}
      end={
        <Button disabled={board?.terms == null} onClick={() => setAct({ kind: 'new' })}>
          {text('otc.offer.new')}
        </Button>
      }
    >
      <OfferRows offers={index.offers} onAct={setAct} />
      {act !== null && act.kind !== 'close' && board?.terms != null && (
        <OfferDialog
          board={board}
          terms={board.terms}
          offer={act.kind === 'change' ? act.offer : null}
          balances={index.balances}
          onClose={close}
        />
      )}
      {act?.kind === 'close' && <CloseDialog offer={act.offer} onClose={close} />}
    </Section>
  );
}

interface OfferRowsProps {
  readonly offers: readonly OwnOtcOfferRow[];
  readonly onAct: (act: OfferAct) => void;
}

function OfferRows({ offers, onAct }: OfferRowsProps) {
  const text = useText();
  const intl = useIntl();
  const format = useFormatters();
  const words = useOtcWords();
  // the row says what a taker does, its merchant does the other
  const actOf = ({ side }: OwnOtcOfferRow) => (side === 'buy' ? 'sell' : 'buy');
  return (
    <DataTable<OwnOtcOfferRow>
      label={text('otc.offers.own')}
      density="roomy"
      rows={offers}
      rowKey={({ offerId }) => offerId}
      emptyTitle={text('otc.offers.own.none')}
      emptyText={text('otc.offers.own.none.text')}
      columns={[
        {
          head: 'otc.offer',
          card: 'title',
          cell: (offer) => (
            <span className="font-medium">
              <span className={actOf(offer) === 'buy' ? 'text-up' : 'text-down'}>
                {text(`otc.take.${actOf(offer)}`, { coin: offer.coin })}
              </span>{' '}
              <span className="figure text-13 font-normal text-ink-3">
                {offer.offerId} · {text('otc.offer.version', { number: String(offer.version) })}
              </span>
            </span>
          ),
        },
        {
          head: 'otc.price',
          kind: 'figure',
          cell: ({ price, currency, pricing }) => (
            <span className="flex flex-col items-end max-sm:items-start">
              <span className="font-semibold">{words.money(price, currency)}</span>
              <span className="text-12 font-normal text-ink-3">{text(`otc.pricing.${pricing.kind}`)}</span>
            </span>
          ),
        },
        {
          head: 'otc.left',
          kind: 'figure',
          cell: ({ amount, coin }) => words.coins(amount, coin),
        },
        {
          head: 'otc.bounds',
          kind: 'figure',
          quiet: true,
          cell: ({ minAmount, maxAmount, coin }) =>
            `${format.quantity(minAmount)} – ${format.quantity(maxAmount)} ${coin}`,
        },
        { head: 'otc.payBy', wraps: true, cell: ({ methods }) => <Methods methods={methods} /> },
        {
          head: 'otc.state',
          wraps: true,
          cell: ({ hidden, isPaused }) =>
            hidden === null ? (
              <Badge tone="accent">{text('otc.offer.live')}</Badge>
            ) : (
              <span className="flex flex-col items-start gap-1">
                <Badge tone="warn">{text('otc.offer.hidden')}</Badge>
                <span className="max-w-60 text-12 text-ink-2">
                  {isPaused ? text('otc.offer.rests') : intl.formatMessage({ id: `error.${hidden}` })}
                </span>
              </span>
            ),
        },
        {
          head: 'otc.act',
          kind: 'actions',
          cell: (offer) =>
            (['change', 'close'] as const).map((kind) => (
              <Button key={kind} variant="plain" size="small" onClick={() => onAct({ kind, offer })}>
                {text(`otc.offer.${kind}`)} <span className="sr-only">{offer.offerId}</span>
              </Button>
            )),
        },
      ]}
    />
  );
}

function CloseDialog({ offer, onClose }: { readonly offer: OwnOtcOfferRow; readonly onClose: () => void }) {
  const text = useText();
  const client = useClient();
  const onSettled = useOtcChanged();
  const act = useAct({
    mutationFn: (_, sending) => client.call('closeOtcOffer', { body: { offerId: offer.offerId } }, sending),
    onSuccess: onClose,
    onSettled,
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text('otc.offer.close.title', { number: String(offer.offerId) })}
      confirm={text('otc.offer.close')}
      dismiss={text('ui.cancel')}
      variant="danger"
      loading={act.isPending}
      onConfirm={() => act.mutate()}
    >
      <p className="text-14 text-ink-2">{text('otc.offer.close.text')}</p>
      <ActMessage phase={act.phase} error={act.error} />
    </ConfirmDialog>
  );
}

/** Coins of the OTC wallet, the deposit apart. */
function Wallet({ index: { balances, coin } }: { readonly index: Index }) {
  const text = useText();
  const format = useFormatters();
  const masked = useMasked();
  return (
    <Section
      title={text('otc.wallet')}
      end={<TransferButton to={{ type: '8', symbol: '' }} coin={coin} variant="quiet" />}
    >
      <p className="text-13 text-ink-2">{text('otc.wallet.text')}</p>
      <DataTable<Index['balances'][number]>
        label={text('otc.wallet')}
        density="roomy"
        rows={balances}
        rowKey={(row) => row.coin}
        emptyTitle={text('otc.wallet.none')}
        columns={[
          { head: 'otc.coin', card: 'title', cell: (row) => row.coin },
          {
            head: 'otc.wallet.total',
            kind: 'figure',
            cell: (row) => masked(format.quantity(row.total)),
          },
          {
            head: 'otc.available',
            kind: 'figure',
            cell: (row) => masked(format.quantity(row.available)),
          },
        ]}
      />
    </Section>
  );
}

/** Ends being a merchant: the whole deposit comes back. */
function Leave({ index }: { readonly index: Index }) {
  const text = useText();
  const words = useOtcWords();
  const client = useClient();
  const onSettled = useOtcChanged();
  const terms = useOtcTerms().data?.terms;
  const [isOpen, setOpen] = useState(false);
  const act = useAct({
    mutationFn: (_, sending) => client.call('leaveMerchant', { body: {} }, sending),
    onSuccess: () => setOpen(false),
    onSettled,
  });
  return (
    <section className="flex flex-wrap items-center justify-between gap-4 border-t pt-6">
      {terms != null && (
        <p className="max-w-140 text-13 text-ink-2">
          {text('otc.leave.text', {
            amount: words.coins(index.deposit, index.coin),
            days: words.span(terms.depositBackMs),
          })}
        </p>
      )}
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {text('otc.leave')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={text('otc.leave.title')}
        confirm={text('otc.leave')}
        dismiss={text('ui.cancel')}
        variant="danger"
        loading={act.isPending}
        onConfirm={() => act.mutate()}
      >
        <p className="text-14 text-ink-2">{text('otc.leave.confirm')}</p>
        <ActMessage phase={act.phase} error={act.error} />
      </ConfirmDialog>
    </section>
  );
}
