import type { MarginReceiptRow } from '@candor/contract';
import { formatDecimalTrimmed } from '@candor/money';
import {
  type Check,
  checkMargin,
  type MarginLine,
  type MarginReceipt,
  type MarginRisk,
  readMarginReceipt,
} from '@candor/proofs';
import { Button, Detail, DetailList, Dialog, ReceiptStub, useFormatters } from '@candor/ui';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { useAssetBalances, useMarkets, useSettings } from '../../data/index.ts';

const SCALE = 8;
const PPM_DECIMALS = 6;

/** Base units as the coin's figure. */
const units = (amount: string) => formatDecimalTrimmed(BigInt(amount), SCALE);
const ofPpm = (ppm: string | number) => formatDecimalTrimmed(BigInt(ppm), PPM_DECIMALS);

function useListed() {
  const markets = useMarkets().data ?? [];
  const coins = useAssetBalances().data?.list ?? [];
  return {
    market: (symbolId: number) => markets.find((row) => row.id === symbolId),
    coin: (assetId: number) => coins.find((row) => row.assetId === assetId)?.coin ?? String(assetId),
  };
}

/** One asset of a risk rate: how much, at which index, and the part of it that counts. */
function Line({ line, isDebt }: { readonly line: MarginLine; readonly isDebt: boolean }) {
  const intl = useIntl();
  const format = useFormatters();
  const { market, coin } = useListed();
  const name = coin(line.assetId);
  const listed = market(line.symbolId);
  const price = (ticks: number) =>
    listed === undefined ? String(ticks) : format.price(priceOf(ticks, listed.tick_size), listed.full_cou);
  const parts = [
    format.quantity(units(line.amount)),
    ...(line.symbolId === 0 ? [] : [price(line.priceTicks ?? 0)]),
    ...(isDebt ? [] : [ofPpm(line.haircutPpm)]),
  ];
  return (
    <Detail
      label={intl.formatMessage(
        { id: isDebt ? 'trade.margin.receipt.owes' : 'trade.margin.receipt.has' },
        { coin: name },
      )}
    >
      <span className="flex flex-col items-end">
        <span>{parts.join(' × ')}</span>
        {line.staleTicks !== undefined && (
          <span className="text-12 text-warn">
            {intl.formatMessage({ id: 'trade.margin.receipt.stale' }, { price: price(line.staleTicks) })}
          </span>
        )}
      </span>
    </Detail>
  );
}

/** A price in ticks as a decimal: ticks x the step, exactly. */
function priceOf(ticks: number, tickSize: string): string {
  const fraction = tickSize.split('.')[1] ?? '';
  const step = BigInt(tickSize.replace('.', ''));
  return formatDecimalTrimmed(BigInt(ticks) * step, fraction.length);
}

function Risk({ risk, levelPpm, isSale }: { risk: MarginRisk; levelPpm: number; isSale: boolean }) {
  const intl = useIntl();
  const format = useFormatters();
  const text = (id: string) => intl.formatMessage({ id });
  return (
    <>
      {risk.assets.map((line) => (
        <Line key={line.assetId} line={line} isDebt={false} />
      ))}
      {risk.debts.map((line) => (
        <Line key={line.assetId} line={line} isDebt />
      ))}
      <Detail label={text(isSale ? 'trade.margin.liquidationAt' : 'trade.margin.callAt')}>
        {format.price(ofPpm(levelPpm))}
      </Detail>
    </>
  );
}

/** What a receipt was made of, by its kind. */
function Inputs({ receipt }: { readonly receipt: MarginReceipt }) {
  const intl = useIntl();
  const format = useFormatters();
  const { market, coin } = useListed();
  const text = (id: string) => intl.formatMessage({ id });
  const amount = (assetId: number, figure: string) => `${format.quantity(units(figure))} ${coin(assetId)}`;
  switch (receipt.type) {
    case 'marginCall':
      return <Risk risk={receipt.risk} levelPpm={receipt.callPpm} isSale={false} />;
    case 'marginSale':
      return <Risk risk={receipt.risk} levelPpm={receipt.liquidationPpm} isSale />;
    case 'marginSold':
      return (
        <Detail label={text('trade.margin.what')}>
          {text(receipt.over ? 'trade.margin.receipt.over' : 'trade.margin.receipt.goesOn')}
        </Detail>
      );
    case 'marginTakenOver':
      return (
        <Detail label={text('trade.margin.receipt.taken')}>{amount(receipt.assetId, receipt.amount)}</Detail>
      );
    case 'marginDeficit':
      return (
        <>
          <Detail label={text('trade.margin.receipt.fromInsurance')}>
            {amount(receipt.assetId, receipt.fromInsurance)}
          </Detail>
          <Detail label={text('trade.margin.receipt.fromPool')}>
            {amount(receipt.assetId, receipt.fromPool)}
          </Detail>
        </>
      );
    case 'marginCancelled':
      return receipt.orders.map((order) => {
        const listed = market(order.symbolId);
        const price = (ticks: number) =>
          listed === undefined
            ? String(ticks)
            : format.price(priceOf(ticks, listed.tick_size), listed.full_cou);
        return (
          <Detail
            key={order.orderId}
            label={`${text(`trade.side.${order.side}`)} ${listed?.symbol_name ?? ''} ${price(order.priceTicks)}`}
          >
            {order.indexTicks === 0
              ? text('trade.margin.receipt.noIndex')
              : intl.formatMessage(
                  { id: 'trade.margin.receipt.indexAt' },
                  { price: price(order.indexTicks) },
                )}
          </Detail>
        );
      });
  }
}

/** The stub of a margin receipt: this browser recomputes what it states and shows all that it was made of. */
export function MarginReceiptStub({ receipt: row }: { readonly receipt: MarginReceiptRow }) {
  const intl = useIntl();
  const format = useFormatters();
  const practice = useSettings().data?.mode === 'practice';
  const receipt = useMemo(() => readMarginReceipt(row.receipt), [row.receipt]);
  const check = useMemo(() => checkMargin(receipt), [receipt]);
  const text = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);
  const shown = (name: string, figure: string) => (name === 'risk' ? format.price(ofPpm(figure)) : figure);
  const steps = (check?.steps ?? []).filter(({ name }) => name === 'risk' || name === 'orders');
  const title = text(`trade.margin.kind.${row.kind}`);
  const details = (
    <div className="flex flex-col gap-4">
      <DetailList ruled>
        <Inputs receipt={receipt} />
        {steps.map(({ name, stated, recomputed, ok }) => (
          <Detail key={name} label={text(`trade.margin.receipt.step.${name}`)} strong wraps>
            {shown(name, stated)} {ok ? '=' : '≠'} {shown(name, recomputed)}
          </Detail>
        ))}
        <Detail label={text('trade.receipt.seq')}>{format.count(row.seq)}</Detail>
      </DetailList>
      <p className="text-13 text-ink-2">
        {text(`trade.margin.receipt.formula.${formulaOf(receipt, check)}`)}
      </p>
      {practice && <p className="text-13 text-ink-3">{text('trade.receipt.practice')}</p>}
    </div>
  );
  if (check === null) return <Unchecked title={title} details={details} />;
  return (
    <ReceiptStub
      state={check.ok ? 'verified' : 'failed'}
      practice={practice}
      detailsTitle={title}
      details={details}
    />
  );
}

/** A receipt without a figure that could be recomputed: it opens, and claims nothing. */
function Unchecked({ title, details }: { readonly title: string; readonly details: React.ReactNode }) {
  const intl = useIntl();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="plain" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {intl.formatMessage({ id: 'trade.orders.receipt' })}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title}>
        {details}
      </Dialog>
    </>
  );
}

function formulaOf({ type }: MarginReceipt, check: Check | null): 'risk' | 'orders' | 'withheld' | 'sale' {
  if (type === 'marginCancelled') return check === null ? 'withheld' : 'orders';
  return type === 'marginCall' || type === 'marginSale' ? 'risk' : 'sale';
}
