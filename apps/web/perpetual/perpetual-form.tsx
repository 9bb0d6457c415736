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
  useRefusalText,
  useText,
} from '@candor/ui';
import { useIntl } from 'react-intl';
import { useSignedIn } from '../data/index.ts';
import { LoginLink } from '../shell/login-link.tsx';
import { useAskedAmount } from '../trade/draft/draft-store.ts';
import { BandHint } from '../trade/form/band-hint.tsx';
import { Ticket } from '../trade/form/ticket.tsx';
import { stateWords } from '../trade/market/symbol-state-notice.tsx';
import { TransferButton } from '../transfer/transfer-dialog.tsx';
import { EntryTrigger } from './entry-trigger.tsx';
import type { PerpetualMarket } from './perpetual-market.ts';
import type { PerpetualDraft } from './perpetual-preview.ts';
import { PerpetualSums } from './perpetual-sums.tsx';
import { SettingsRow } from './settings-row.tsx';
import { NO_STOPS, StopFields } from './stop-fields.tsx';
import { type PerpetualFormModel, usePerpetualForm } from './use-perpetual-form.ts';

const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK'] as const;
const SCALE = 8;

export interface PerpetualFormProps {
  readonly market: PerpetualMarket;
  /** Called after an order went through, so that a sheet can close. */
  readonly onPlaced?: () => void;
}

interface PartProps {
  readonly market: PerpetualMarket;
  readonly form: PerpetualFormModel;
}

/**
 * Opens or closes a position: leverage and margin mode, price, what the order waits for, contracts, stops, and what it
 * would cost and risk.
 */
export function PerpetualForm({ market, onPlaced }: PerpetualFormProps) {
  const refusalText = useRefusalText();
  const intl = useIntl();
  const text = useText();
  const signedIn = useSignedIn();
  const form = usePerpetualForm(market, onPlaced);
  const { action, side, draft, open, most, preview, place, shownProblem } = form;
  return (
    <Ticket
      onSubmit={form.submit}
      foot={
        <>
          {signedIn ? (
            <Button
              type="submit"
              variant={(side === 'long') === (action === 'open') ? 'buy' : 'sell'}
              size="large"
              wide
              loading={place.isPending}
              disabled={form.isClosed}
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
              shownProblem === 'ui.number.unread'
                ? refusalText(form.refused)
                : shownProblem !== null
                  ? intl.formatMessage({ id: shownProblem }, { minimum: '', count: most, coin: 'USDT' })
                  : null
            }
            obstacle={(signedIn ? stateWords(intl, market) : null) ?? form.bookShort}
          />
        </>
      }
      notes={
        <>
          {signedIn && (
            <TransferButton variant="quiet" size="small" to={{ type: '2', symbol: '' }} coin="USDT" />
          )}
          <p className="text-12 text-ink-3">{text('trade.form.house')}</p>
        </>
      }
    >
      <SegmentedControl
        label={text('perpetual.action')}
        value={action}
        onValueChange={form.setAction}
        segments={[
          { value: 'open', label: text('perpetual.open') },
          { value: 'close', label: text('perpetual.close') },
        ]}
      />
      <SegmentedControl
        label={text('trade.form.side')}
        value={draft.side}
        onValueChange={(next) => form.change({ side: next })}
        segments={[
          { value: 'buy', label: text('perpetual.side.long'), tone: 'up' },
          { value: 'sell', label: text('perpetual.side.short'), tone: 'down' },
        ]}
      />
      {action === 'open' && <SettingsRow market={market} open={open} />}
      <KindFields market={market} form={form} />
      <SizeFields market={market} form={form} />
      {action === 'open' && <StopsPart market={market} form={form} />}
      {draft.kind === 'limit' && <LimitTerms form={form} />}
      {form.trigger !== null && <p className="text-12 text-ink-3">{text('perpetual.waits')}</p>}
      <PerpetualSums
        market={market}
        action={action}
        preview={preview}
        available={form.available}
        closable={signedIn ? most : null}
        byBook={form.takesBook}
        takerFeePercent={form.contract.taker_fee_percent}
        liquidationFeePercent={form.contract.liquidation_fee_percent}
      />
    </Ticket>
  );
}

/** Chooses what the order waits for, and its price. */
function KindFields({ market, form }: PartProps) {
  const text = useText();
  const { draft, trigger, setTrigger, setType, change, forget, fault, index } = form;
  return (
    <>
      <Tabs value={trigger === null ? draft.kind : 'trigger'} onValueChange={setType}>
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
            forget();
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
    </>
  );
}

/** Takes the contracts, typed or as a share of the most. */
function SizeFields({ market, form }: PartProps) {
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
  const { draft, quantity, most, change, fault } = form;
  const amount = useAskedAmount();
  const size = intl.formatMessage(
    { id: 'perpetual.size' },
    { size: format.quantity(market.contract.contract_size), coin: market.base },
  );
  const coins = contractsInCoins(market.contract.contract_size, quantity);
  const sizeText = coins === null ? size : `${size} · ${format.quantity(coins)} ${market.base}`;
  return (
    <>
      <NumberField
        label={text('trade.form.amount')}
        labelPlacement="inside"
        marked={fault === 'quantity'}
        value={draft.quantity}
        onValueChange={(next) => change({ quantity: next, driver: 'quantity' })}
        decimals={0}
        step="1"
        ref={amount}
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
        className="compact:-my-1"
      />
    </>
  );
}

/** Takes stops for the position that opens. */
function StopsPart({ market, form }: PartProps) {
  const text = useText();
  const { side, preview, stops, setStops, forget, fault, reference } = form;
  return (
    <>
      <Checkbox checked={stops !== null} onCheckedChange={(with_) => setStops(with_ ? NO_STOPS : null)}>
        {text('perpetual.withStops')}
      </Checkbox>
      {stops !== null && (
        <StopFields
          contract={market.contract}
          side={side}
          position={preview?.after ?? null}
          reference={reference}
          value={stops}
          onChange={(next) => {
            forget();
            setStops(next);
          }}
          fault={fault}
        />
      )}
    </>
  );
}

/** Takes the terms of a limit order. */
function LimitTerms({ form }: Pick<PartProps, 'form'>) {
  const text = useText();
  const { change } = form;
  const { postOnly, timeInForce } = form.draft;
  return (
    <div className="flex items-center justify-between gap-3 compact:-my-1">
      <Checkbox checked={postOnly} onCheckedChange={(next) => change({ postOnly: next })}>
        {text('trade.form.postOnly')}
      </Checkbox>
      <Select
        label={text('trade.form.timeInForce')}
        variant="plain"
        value={postOnly ? 'GTC' : timeInForce}
        disabled={postOnly}
        onValueChange={(next) => change({ timeInForce: next })}
        options={TIMES_IN_FORCE.map((value) => ({
          value,
          label: value,
          detail: text(`trade.tif.${value}`),
        }))}
      />
    </div>
  );
}

function directionOf(action: PerpetualDraft['action'], side: 'long' | 'short'): 1 | 2 | 3 | 4 {
  if (action === 'open') return side === 'long' ? 1 : 2;
  return side === 'long' ? 3 : 4;
}

/** Returns the amount of the coin that so many contracts are; null for none. */
function contractsInCoins(size: string, contracts: number): string | null {
  if (!Number.isSafeInteger(contracts) || contracts <= 0) return null;
  return formatDecimalTrimmed((parseDecimal(size, SCALE) ?? 0n) * BigInt(contracts), SCALE);
}
