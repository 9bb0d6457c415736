import type { OperatorSwaps } from '@candor/api';
import type { TypedNumber } from '@candor/i18n';
import { FormField, NumberField, useText } from '@candor/ui';
import { useConsole } from '../data/session.ts';
import { FundDialog } from '../shell/fund-dialog.tsx';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';
import { ReasonDialog } from '../shell/reason-dialog.tsx';

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
  return (
    <ReasonDialog
      queryKey={SWAPS_KEY}
      title={label}
      explain={text(halted ? 'console.swap.explainReopen' : 'console.swap.explainHalt')}
      submit={label}
      readers="users"
      done={text('console.seconds.done')}
      send={({ reason }, sending) =>
        client.call('setSwapState', { body: { state: halted ? 'trading' : 'halted', reason } }, sending)
      }
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

function MoveDialog({ coin, data, onClose }: CoinDialogProps) {
  const { client } = useConsole();
  const text = useText();
  return (
    <FundDialog
      pool={coin}
      practice={data.practice}
      queryKey={SWAPS_KEY}
      words="inventory"
      explain={text('console.swap.explainMove')}
      send={(assetId, body, sending) => client.call('fundSwaps', { params: { assetId }, body }, sending)}
      onClose={onClose}
    />
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
