import type { ContractMarketRow } from '@candor/api';
import { useFormatters, useText } from '@candor/ui';
import type { ContractInput, ContractOutcome } from './contract-example.ts';
import { Result, toneOf } from './parts.tsx';

interface LinesProps {
  readonly row: ContractMarketRow;
  readonly input: ContractInput;
  readonly outcome: ContractOutcome | null;
}

/** Formatters of the amounts and prices of a contract. */
function useAmounts(row: ContractMarketRow) {
  const format = useFormatters();
  return {
    bare: (amount: string) => format.quantity(amount),
    usdt: (amount: string | undefined) =>
      amount === undefined ? null : `${format.quantity(amount)} ${row.settle_symbol}`,
    signed: (amount: string | undefined) =>
      amount === undefined ? null : `${format.difference(amount)} ${row.settle_symbol}`,
    price: (price: string) => format.price(price, row.full_cou),
    count: (whole: string) => format.price(whole || '0'),
    percent: (percent: string, decimals: number) => format.percent(percent, decimals),
    size: format.price(row.contract_size),
  };
}

/** Opening of the position: value, margin and fee. */
function OpeningLines({ row, input, outcome }: LinesProps) {
  const text = useText();
  const { bare, usdt, price, count, percent, size } = useAmounts(row);
  const value = bare(outcome?.value ?? '0');
  return (
    <>
      <Result
        label={text('perpetual.value')}
        value={usdt(outcome?.value)}
        formula={text('rules.formula.contractValue')}
        figures={`${count(input.contracts)} × ${size} × ${price(input.entryPrice || '0')}`}
      />
      <Result
        label={text('perpetual.margin')}
        value={usdt(outcome?.margin)}
        formula={text('rules.formula.margin')}
        figures={`${value} ÷ ${count(input.leverage)}`}
      />
      <Result
        label={text('rules.example.openFee')}
        value={usdt(outcome?.openFee)}
        formula={text('rules.formula.contractFee')}
        figures={`${value} × ${percent(input.feePercent, 3)}`}
      />
    </>
  );
}

/** Liquidation of the position: its price, and the fee if all of it is closed there. */
function LiquidationLines({ row, outcome }: LinesProps) {
  const text = useText();
  const { bare, usdt, price, percent } = useAmounts(row);
  const found = outcome?.liquidation;
  return (
    <>
      <Result
        strong
        label={text('perpetual.liquidation')}
        value={found == null ? null : price(found.price)}
        formula={text('rules.formula.liquidation')}
        figures={found == null ? undefined : `${bare(found.equity)} ≤ ${bare(found.maintenance)}`}
      />
      <Result
        label={text('perpetual.liquidationFee')}
        value={usdt(found?.fee)}
        formula={text('rules.formula.liquidationFee')}
        figures={
          found == null ? undefined : `${bare(found.value)} × ${percent(row.liquidation_fee_percent, 2)}`
        }
      />
    </>
  );
}

/** P&L of the position at the mark and at the exit price, with funding and the fee to close. */
function ClosingLines({ row, input, outcome }: LinesProps) {
  const text = useText();
  const { bare, usdt, signed, price, count, percent, size } = useAmounts(row);
  const isLong = input.side === 'long';
  const gain = text(isLong ? 'rules.formula.pnlLong' : 'rules.formula.pnlShort');
  const gainAt = (at: string) => {
    const [first, second] = isLong ? [at, input.entryPrice] : [input.entryPrice, at];
    return `(${price(first || '0')} − ${price(second || '0')}) × ${count(input.contracts)} × ${size}`;
  };
  const tone = (amount: string | undefined) => (amount === undefined ? undefined : toneOf(amount));
  return (
    <>
      <Result
        label={text('perpetual.pnl')}
        value={signed(outcome?.markPnl)}
        formula={gain}
        figures={gainAt(input.markPrice)}
        tone={tone(outcome?.markPnl)}
      />
      <Result
        label={text('rules.example.funding')}
        value={signed(outcome?.funding)}
        formula={text('rules.formula.funding')}
        figures={`${bare(outcome?.markValue ?? '0')} × ${percent(input.fundingPercent || '0', 4)}`}
      />
      <Result
        label={text('perpetual.realised')}
        value={signed(outcome?.exitPnl)}
        formula={gain}
        figures={gainAt(input.exitPrice)}
        tone={tone(outcome?.exitPnl)}
      />
      <Result
        label={text('rules.example.closeFee')}
        value={usdt(outcome?.closeFee)}
        formula={text('rules.formula.contractFee')}
        figures={`${bare(outcome?.exitValue ?? '0')} × ${percent(input.feePercent, 3)}`}
      />
      <Result
        strong
        label={text('perpetual.net')}
        value={signed(outcome?.net)}
        formula={text('rules.formula.net')}
        tone={tone(outcome?.net)}
      />
    </>
  );
}

/** A position from opening to closing, with each formula beside its result. */
export function ContractLines(props: LinesProps) {
  const text = useText();
  return (
    <>
      <OpeningLines {...props} />
      <LiquidationLines {...props} />
      {props.outcome?.isLiquidated === true && (
        <div className="py-2 text-13 font-medium text-warn">
          <dt className="sr-only">{text('perpetual.mark')}</dt>
          <dd>{text('rules.example.liquidated')}</dd>
        </div>
      )}
      <ClosingLines {...props} />
    </>
  );
}
