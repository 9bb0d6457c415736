import { isPositiveNumber, isRefusedNumber } from '@candor/i18n';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import {
  ActMessage,
  Button,
  buttonClass,
  Checkbox,
  NumberField,
  PercentSlider,
  SegmentedControl,
  Select,
  Tab,
  TabList,
  Tabs,
  useFormatters,
  useText,
} from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useFeeRates, usePerpetualState, useSignedIn, useTicker } from '../data/index.ts';
import { faultField, problemField } from '../forms/fault-field.ts';
import { LoginLink } from '../shell/login-link.tsx';
import { useAsked } from '../trade/ask/use-asked.ts';
import type { Draft } from '../trade/draft/draft.ts';
import { useDraft, useDraftStore } from '../trade/draft/draft-store.ts';
import { BandHint } from '../trade/form/band-hint.tsx';
import { stateWords } from '../trade/market/symbol-state-notice.tsx';
import { TransferButton } from '../transfer/transfer-dialog.tsx';
import { EntryTrigger, NO_TRIGGER, type TriggerDraft } from './entry-trigger.tsx';
import { LeverageDialog } from './leverage-dialog.tsx';
import type { PerpetualMarket } from './perpetual-market.ts';
import {
  firesOnFill,
  mostContracts,
  orderSign,
  type PerpetualDraft,
  perpetualPreview,
} from './perpetual-preview.ts';
import { PerpetualSums } from './perpetual-sums.tsx';
import { PositionModeSelect } from './position-mode.tsx';
import { closableBeside } from './position-preview.ts';
import { NO_STOPS, type StopDraft, StopFields } from './stop-fields.tsx';
import { useBookSide } from './use-book-side.ts';
import { type TimeInForce, usePerpetualSettings, usePlacePerpetual } from './use-perpetual-acts.ts';
import { useValuedPerpetuals } from './use-valued.ts';

const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK'] as const;
const LEVERAGES = [1, 2, 3, 5, 10, 20, 25, 50, 75, 100];
const SCALE = 8;

type Action = 'open' | 'close';

export interface PerpetualFormProps {
  readonly market: PerpetualMarket;
  /** Called after an order went through, so that a sheet can close. */
  readonly onPlaced?: () => void;
}

/**
 * Opens or closes a position: leverage and margin mode, price, what the order waits for, contracts, stops, and what it
 * would cost and risk.
 */
export function PerpetualForm({ market, onPlaced }: PerpetualFormProps) {
  const intl = useIntl();
  const format = useFormatters();
  const signedIn = useSignedIn();
  const open = useValuedPerpetuals();
  const [leverageTo, setLeverageTo] = useState<number | null>(null);
  const settings = usePerpetualSettings(market.symbol, leverageTo !== null);
  const last = useTicker(market.symbol)?.last ?? '';
  const index = usePerpetualState(market.symbol)?.indexPrice ?? null;
  const store = useDraftStore();
  const draft = useDraft();
  const [action, setAction] = useState<Action>('open');
  const [trigger, setTrigger] = useState<TriggerDraft | null>(null);
  const [stops, setStops] = useState<StopDraft | null>(null);
  const [postOnly, setPostOnly] = useState(false);
  const [timeInForce, setTimeInForce] = useState<TimeInForce>('GTC');
  const asksLeverage = useAsked('leverage');
  const [pressed, setPressed] = useState(false);
  const text = useText();
  const change = (next: Partial<Draft>) => {
    if (!place.isPending) place.reset();
    store.change(next);
  };

  const rates = useFeeRates();
  // With a table of tiers its rates are charged, and the contract's own without one.
  const contract = {
    ...market.contract,
    taker_fee_percent: rates?.perpetualTakerPercent ?? market.contract.taker_fee_percent,
  };
  const side = draft.side === 'buy' ? 'long' : 'short';
  const price = draft.kind === 'limit' ? draft.price : (trigger?.price ?? last);
  const { leverage, marginMode } = settings.value;
  const book = useBookSide(contract, orderSign({ action, side }));
  const mark = usePerpetualState(market.symbol)?.markPrice ?? null;
  // a market order is counted by the side of the book that it hits; one that waits, at its trigger
  const takesBook = draft.kind === 'market' && trigger === null;
  const terms: PerpetualDraft = {
    ...{ action, side, price, quantity: draft.quantity, leverage, marginMode, mark },
    ...(takesBook && book !== undefined ? { book } : {}),
  };
  const account = open?.account ?? null;
  const available = parseDecimal(account?.available ?? '0', SCALE) ?? 0n;
  const preview = perpetualPreview(contract, terms, open);
  const most = mostOf();
  const quantity = isPositiveNumber(draft.quantity) ? Number(draft.quantity) : 0;
  const size = intl.formatMessage(
    { id: 'perpetual.size' },
    { size: format.quantity(contract.contract_size), coin: market.base },
  );
  const coins = contractsInCoins(contract.contract_size, quantity);
  const sizeText = coins === null ? size : `${size} · ${format.quantity(coins)} ${market.base}`;
  const problem = problemOf();
  // below the button: a line among the sums would move it
  const bookShort =
    takesBook && action === 'open' && preview !== null && preview.filled < quantity
      ? text('perpetual.bookShort', { count: preview.filled })
      : null;
  const place = usePlacePerpetual(market, () => {
    store.change({ quantity: '', total: '' });
    setPressed(false);
    onPlaced?.();
  });

  /** The most contracts: closing at a price, those that no other order closes already. */
  function mostOf(): number {
    const whole = mostContracts(contract, terms, open);
    const held = open?.positions.find(
      (position) => position.symbol === market.symbol && position.positionSide === side,
    );
    if (action === 'open' || held === undefined || draft.kind === 'market') return whole;
    return Math.min(whole, closableBeside(held, open?.orders ?? []));
  }
  function chooseLeverage(next: number): void {
    const isOpen = open?.positions.some(({ symbol }) => symbol === market.symbol) ?? false;
    if (isOpen && asksLeverage.asks) {
      settings.change.reset();
      setLeverageTo(next);
    } else settings.setLeverage(next);
  }
  function problemOf(): string | null {
    const typed = [
      draft.quantity,
      draft.kind === 'limit' ? draft.price : '',
      trigger?.price ?? '',
      ...(action === 'open' && stops !== null ? [stops.profit, stops.loss, stops.quantity] : []),
    ];
    if (typed.some(isRefusedNumber)) return 'ui.number.unread';
    if (trigger !== null && !isPositiveNumber(trigger.price)) return 'trade.form.problem.trigger';
    if (draft.kind === 'limit' && !isPositiveNumber(draft.price)) return 'trade.form.problem.price';
    if (!Number.isSafeInteger(quantity) || quantity <= 0) return 'trade.form.problem.quantity';
    // what an order that waits will find is known once it triggers
    if (trigger !== null) return null;
    if (action === 'close') {
      if (most === 0) return 'perpetual.problem.noPosition';
      return quantity > most ? 'perpetual.problem.closable' : null;
    }
    if (preview === null) return 'trade.form.problem.price';
    if (stops !== null && firesOnFill(side, stops.loss, stops.triggerBy === 'mark' ? mark : index)) {
      return 'error.PERPETUAL_STOPS_WRONG_SIDE';
    }
    return signedIn && preview.costUnits > available ? 'trade.form.problem.balance' : null;
  }
  const fault = (pressed ? problemField(problem) : null) ?? faultField(place.error);
  // A market that takes only post-only orders takes an order that waits, which says no more before it triggers.
  const isPostOnlyNow =
    market.state === 'post-only' && trigger === null && (draft.kind === 'market' || !postOnly);
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (problem !== null || place.isPending) return;
    place.mutate({
      ...{
        action,
        side,
        kind: draft.kind,
        price: draft.price,
        quantity: draft.quantity,
        postOnly,
        timeInForce,
        trigger,
      },
      stops: action === 'open' ? stops : null,
    });
  };

  return (
    <form className="flex flex-col gap-3" onSubmit={submit} noValidate>
      <SegmentedControl
        label={text('perpetual.action')}
        value={action}
        onValueChange={setAction}
        segments={[
          { value: 'open', label: text('perpetual.open') },
          { value: 'close', label: text('perpetual.close') },
        ]}
      />
      <SegmentedControl
        label={text('trade.form.side')}
        value={draft.side}
        onValueChange={(next) => change({ side: next })}
        segments={[
          { value: 'buy', label: text('perpetual.side.long'), tone: 'up' },
          { value: 'sell', label: text('perpetual.side.short'), tone: 'down' },
        ]}
      />
      {action === 'open' && (
        <div className="flex items-center justify-between gap-3">
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
      )}
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
      <Tabs
        value={trigger === null ? draft.kind : 'trigger'}
        onValueChange={(tab) => {
          setTrigger(tab === 'trigger' ? NO_TRIGGER : null);
          change({ kind: tab === 'market' ? 'market' : 'limit' });
        }}
      >
        <TabList label={text('trade.form.type')} ruled={false} size="small">
          <Tab value="limit">{text('trade.form.limit')}</Tab>
          <Tab value="market">{text('trade.form.market')}</Tab>
          <Tab value="trigger">{text('trade.form.trigger')}</Tab>
        </TabList>
      </Tabs>
      {trigger !== null && (
        <EntryTrigger
          market={market}
          value={trigger}
          onChange={(next) => {
            if (!place.isPending) place.reset();
            setTrigger(next);
          }}
          kind={draft.kind}
          onKind={(kind) => change({ kind })}
          marked={fault === 'trigger'}
        />
      )}
      {draft.kind === 'limit' && (
        <NumberField
          label={text('trade.form.price')}
          labelPlacement="inside"
          marked={fault === 'price'}
          value={draft.price}
          onValueChange={(next) => change({ price: next })}
          decimals={market.priceDecimals}
          step={market.tickSize}
          min={market.tickSize}
          unit={market.quote}
          description={<BandHint market={market} index={index} />}
        />
      )}
      <NumberField
        label={text('trade.form.amount')}
        labelPlacement="inside"
        marked={fault === 'quantity'}
        value={draft.quantity}
        onValueChange={(next) => change({ quantity: next, driver: 'quantity' })}
        decimals={0}
        step="1"
        unit={text('perpetual.unit')}
        description={sizeText}
      />
      <PercentSlider
        label={text('trade.form.share')}
        value={most === 0 ? 0 : Math.min(100, Math.round((quantity * 100) / most))}
        onValueChange={(percent) =>
          change({ quantity: String(Math.floor((most * percent) / 100)), driver: 'quantity' })
        }
        disabled={most === 0}
      />
      {action === 'open' && (
        <Checkbox checked={stops !== null} onCheckedChange={(with_) => setStops(with_ ? NO_STOPS : null)}>
          {text('perpetual.withStops')}
        </Checkbox>
      )}
      {action === 'open' && stops !== null && (
        <StopFields
          contract={market.contract}
          side={side}
          entryPrice={price}
          quantity={draft.quantity}
          value={stops}
          onChange={(next) => {
            if (!place.isPending) place.reset();
            setStops(next);
          }}
          fault={fault}
        />
      )}
      {draft.kind === 'limit' && (
        <div className="flex items-center justify-between gap-3">
          <Checkbox checked={postOnly} onCheckedChange={setPostOnly}>
            {text('trade.form.postOnly')}
          </Checkbox>
          <Select
            label={text('trade.form.timeInForce')}
            variant="plain"
            value={postOnly ? 'GTC' : timeInForce}
            disabled={postOnly}
            onValueChange={setTimeInForce}
            options={TIMES_IN_FORCE.map((value) => ({
              value,
              label: value,
              detail: text(`trade.tif.${value}`),
            }))}
          />
        </div>
      )}
      {trigger !== null && <p className="text-12 text-ink-3">{text('perpetual.waits')}</p>}
      <PerpetualSums
        market={market}
        action={action}
        preview={preview}
        available={account?.available ?? null}
        closable={signedIn ? most : null}
        byBook={takesBook}
        takerFeePercent={contract.taker_fee_percent}
      />
      {signedIn ? (
        <Button
          type="submit"
          variant={(side === 'long') === (action === 'open') ? 'buy' : 'sell'}
          size="large"
          wide
          loading={place.isPending}
          disabled={market.state === 'halted' || isPostOnlyNow}
        >
          {text(`perpetual.direction.${directionOf(action, side)}`)}
        </Button>
      ) : (
        <LoginLink className={`${buttonClass('primary', 'large')} w-full`}>
          {text('trade.form.login')}
        </LoginLink>
      )}
      <ActMessage
        phase={place.phase}
        error={place.error}
        problem={
          pressed && problem !== null
            ? intl.formatMessage({ id: problem }, { minimum: '', count: most, coin: 'USDT' })
            : null
        }
        obstacle={(signedIn ? stateWords(intl, market) : null) ?? bookShort}
      />
      {signedIn && <TransferButton variant="quiet" size="small" to={{ type: '2', symbol: '' }} coin="USDT" />}
      <p className="text-12 text-ink-3">{text('trade.form.house')}</p>
    </form>
  );
}

function directionOf(action: Action, side: 'long' | 'short'): 1 | 2 | 3 | 4 {
  if (action === 'open') return side === 'long' ? 1 : 2;
  return side === 'long' ? 3 : 4;
}

/** How much of the coin so many contracts are; null for none. */
function contractsInCoins(size: string, contracts: number): string | null {
  if (!Number.isSafeInteger(contracts) || contracts <= 0) return null;
  return formatDecimalTrimmed((parseDecimal(size, SCALE) ?? 0n) * BigInt(contracts), SCALE);
}

/** Returns the leverages to choose from: the usual steps up to the highest, and the current one. */
function leverages(highest: number, current: number): number[] {
  const steps = LEVERAGES.filter((times) => times <= highest);
  return [...new Set([...steps, current])].sort((left, right) => left - right);
}
