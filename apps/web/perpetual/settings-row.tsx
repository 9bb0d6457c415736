import { Select, useText } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useSignedIn } from '../data/index.ts';
import { useAsked } from '../trade/ask/use-asked.ts';
import { LeverageDialog } from './leverage-dialog.tsx';
import type { PerpetualMarket } from './perpetual-market.ts';
import type { OpenPerpetuals } from './perpetual-terms.ts';
import { PositionModeSelect } from './position-mode.tsx';
import { usePerpetualSettings } from './use-perpetual-acts.ts';

const LEVERAGES = [1, 2, 3, 5, 10, 20, 25, 50, 75, 100];

interface SettingsRowProps {
  readonly market: PerpetualMarket;
  /** Null for a visitor and until it is loaded. */
  readonly open: OpenPerpetuals | null;
}

/** Margin mode, leverage and position mode of a market. A leverage that changes an open position asks first. */
export function SettingsRow({ market, open }: SettingsRowProps) {
  const intl = useIntl();
  const text = useText();
  const signedIn = useSignedIn();
  const asksLeverage = useAsked('leverage');
  const [leverageTo, setLeverageTo] = useState<number | null>(null);
  const settings = usePerpetualSettings(market.symbol, leverageTo !== null);
  const { leverage, marginMode } = settings.value;
  function chooseLeverage(next: number): void {
    const isOpen = open?.positions.some(({ symbol }) => symbol === market.symbol) ?? false;
    if (isOpen && asksLeverage.asks) {
      settings.change.reset();
      setLeverageTo(next);
    } else settings.setLeverage(next);
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-1 compact:-my-1">
        <Select
          label={text('perpetual.marginMode')}
          variant="plain"
          value={marginMode}
          disabled={!signedIn || settings.change.isPending}
          onValueChange={(mode) => settings.setMarginMode(mode)}
          options={(['isolated', 'cross'] as const).map((mode) => ({
            value: mode,
            label: text(`perpetual.mode.${mode}`),
          }))}
        />
        <Select
          label={text('perpetual.leverage')}
          variant="plain"
          value={String(leverage)}
          disabled={!signedIn || settings.change.isPending}
          onValueChange={(next) => chooseLeverage(Number(next))}
          options={leverages(market.contract.max_leverage, leverage).map((times) => ({
            value: String(times),
            label: intl.formatMessage({ id: 'perpetual.times' }, { leverage: times }),
          }))}
        />
        <PositionModeSelect disabled={!signedIn} />
      </div>
      {leverageTo !== null && open !== null && (
        <LeverageDialog
          onOpenChange={() => setLeverageTo(null)}
          market={market}
          contracts={open}
          before={leverage}
          after={leverageTo}
          asked={asksLeverage}
          act={settings.change}
          onConfirm={() => {
            asksLeverage.remember();
            settings.setLeverage(leverageTo, () => setLeverageTo(null));
          }}
        />
      )}
    </>
  );
}

/** Returns the leverages to choose from: the usual steps up to the highest, and the current one. */
function leverages(highest: number, current: number): number[] {
  const steps = LEVERAGES.filter((times) => times <= highest);
  return [...new Set([...steps, current])].sort((left, right) => left - right);
}
