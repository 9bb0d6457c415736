import type { OperatorSwaps } from '@candor/api';
import { isPositiveNumber, type TypedNumber } from '@candor/i18n';
import { FormField, NumberField, Select, useFormatters, useText } from '@candor/ui';
import { useConsole } from '../data/session.ts';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';

export const SWAPS_KEY = ['swaps'];
const AMOUNT_DECIMALS = 8;
const SPREAD_DECIMALS = 4;

export type SwapCoin = OperatorSwaps['coins'][number];

/** The act that an operator is about to do. */
export type SwapAct =
  | { readonly kind: 'state' }
  | { readonly kind: 'terms' | 'move'; readonly coin: SwapCoin };

interface DialogProps {
  readonly data: OperatorSwaps;
  readonly onClose: () => void;
}

interface CoinDialogProps extends DialogProps {
  readonly coin: SwapCoin;
}

function StateDialog({ data, onClose }: DialogProps) {
  const { client } = useConsole();
  const text = useText();
  const halted = data.state === 'halted';
  const label = text(halted ? 'console.swap.reopen' : 'console.swap.halt');
  const act = useOperatorForm<WithReason>({
    queryKey: SWAPS_KEY,
    onClose,
    defaultValues: {},
    done: text('console.seconds.done'),
    send: ({ reason }, sending) =>
      client.call('setSwapState', { body: { state: halted ? 'trading' : 'halted', reason } }, sending),
  });
  return (
    <OperatorDialog
      act={act}
      title={label}
      explain={text(halted ? 'console.swap.explainReopen' : 'console.swap.explainHalt')}
      submit={label}
      readers="users"
      onClose={onClose}
    />
  );
}

interface TermsValues extends WithReason {
  readonly spreadPercent: TypedNumber;
  readonly minAmount: TypedNumber;
  readonly maxAmount: TypedNumber;
  readonly maxInventory: TypedNumber;
}

function TermsDialog({ coin, onClose }: CoinDialogProps) {
  const { client } = useConsole();
  const text = useText();
  const { spreadPercent, minAmount, maxAmount, maxInventory } = coin;
  const act = useOperatorForm<TermsValues>({
    queryKey: SWAPS_KEY,
    onClose,
    done: text('console.shell.proposed'),
    defaultValues: { spreadPercent, minAmount, maxAmount, maxInventory },
    send: (body, sending) =>
      client.call('setSwapTerms', { params: { assetId: String(coin.assetId) }, body }, sending),
  });
  const fields = [
    ['minAmount', 'console.swap.least'],
    ['maxAmount', 'console.swap.most'],
    ['maxInventory', 'console.swap.maxInventory'],
  ] as const;
  return (
    <OperatorDialog
      act={act}
      title={`${coin.coin} · ${text('console.swap.terms')}`}
      explain={text('console.swap.explainTerms')}
      submit={text('console.shell.propose')}
      readers="users"
      onClose={onClose}
    >
      <FormField act={act} name="spreadPercent">
        {(field) => (
          <NumberField {...field} label={text('console.swap.spread')} decimals={SPREAD_DECIMALS} unit="%" />
        )}
      </FormField>
      {fields.map(([name, label]) => (
        <FormField key={name} act={act} name={name}>
          {(field) => (
            <NumberField {...field} label={text(label)} decimals={AMOUNT_DECIMALS} unit={coin.coin} />
          )}
        </FormField>
      ))}
    </OperatorDialog>
  );
}

type Direction = 'add' | 'take';
type Source = 'practice' | 'house';

interface MoveValues extends WithReason {
  readonly amount: TypedNumber;
  readonly direction: Direction;
  readonly source: Source;
}

function MoveDialog({ coin, data, onClose }: CoinDialogProps) {
  const { client } = useConsole();
  const text = useText();
  const format = useFormatters();
  const act = useOperatorForm<MoveValues>({
    queryKey: SWAPS_KEY,
    onClose,
    done: text('console.shell.proposed'),
    defaultValues: { amount: '', direction: 'add', source: data.practice ? 'practice' : 'house' },
    send: ({ amount, direction, source, reason }, sending) => {
      const body = { amount, direction, source: direction === 'take' ? ('house' as const) : source, reason };
      return client.call('fundSwaps', { params: { assetId: String(coin.assetId) }, body }, sending);
    },
  });
  const sources: readonly Source[] = data.practice ? ['practice', 'house'] : ['house'];
  const house = `${format.quantity(coin.houseAvailable)} ${coin.coin}`;
  return (
    <OperatorDialog
      act={act}
      title={`${coin.coin} · ${text('console.swap.move')}`}
      explain={text('console.swap.explainMove')}
      submit={text('console.shell.propose')}
      readers="users"
      onClose={onClose}
    >
      <FormField act={act} name="direction">
        {(field) => (
          <Select
            {...field}
            label={text('console.swap.direction')}
            options={(['add', 'take'] as const).map((value) => ({
              value,
              label: text(`console.swap.direction.${value}`),
            }))}
          />
        )}
      </FormField>
      {act.form.watch('direction') === 'add' && (
        <FormField act={act} name="source">
          {(field) => (
            <Select
              {...field}
              label={text('console.seconds.source')}
              options={sources.map((value) => ({
                value,
                label: text(`console.seconds.source.${value}`, { amount: house }),
              }))}
            />
          )}
        </FormField>
      )}
      <FormField
        act={act}
        name="amount"
        check={(amount) => (isPositiveNumber(amount) ? null : text('error.AMOUNT_INVALID'))}
      >
        {(field) => (
          <NumberField
            {...field}
            label={text('console.seconds.amount')}
            decimals={AMOUNT_DECIMALS}
            unit={coin.coin}
          />
        )}
      </FormField>
    </OperatorDialog>
  );
}

/** The dialog of an act. */
export function SwapDialog({ act, ...props }: DialogProps & { readonly act: SwapAct }) {
  if (act.kind === 'state') return <StateDialog {...props} />;
  return act.kind === 'terms' ? (
    <TermsDialog coin={act.coin} {...props} />
  ) : (
    <MoveDialog coin={act.coin} {...props} />
  );
}
