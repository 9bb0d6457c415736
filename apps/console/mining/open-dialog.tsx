import type { OperatorMining } from '@candor/api';
import { FormField, Select, useText } from '@candor/ui';
import { useConsole } from '../data/session.ts';
import { OperatorDialog, useOperatorForm } from '../shell/operator-dialog.tsx';
import { type TierField, TierRows, type WithTiers } from '../shell/tier-rows.tsx';

const GEAR: readonly TierField[] = [
  { name: 'minAmount', decimals: 8, unit: 'coin' },
  { name: 'dailyPercent', decimals: 4, unit: '%' },
];

interface OpenValues extends WithTiers {
  readonly assetId: string;
}

interface OpenDialogProps {
  readonly coins: OperatorMining['openable'];
  readonly queryKey: readonly string[];
  readonly onClose: () => void;
}

/** Proposes the first gears of mining, for one coin. */
export function OpenDialog({ coins, queryKey, onClose }: OpenDialogProps) {
  const { client } = useConsole();
  const text = useText();
  const act = useOperatorForm<OpenValues>({
    queryKey,
    onClose,
    done: text('console.shell.proposed'),
    defaultValues: { assetId: '', rows: [{}] },
    send: ({ assetId, rows, reason }, sending) => {
      const gears = rows.map(({ minAmount = '', dailyPercent = '' }) => ({ minAmount, dailyPercent }));
      return client.call('openMining', { params: { assetId }, body: { gears, reason } }, sending);
    },
  });
  const chosen = act.form.watch('assetId');
  const coin = coins.find(({ assetId }) => String(assetId) === chosen)?.coin ?? '';
  return (
    <OperatorDialog
      act={act}
      title={text('console.mining.open')}
      explain={text('console.mining.explainOpen')}
      submit={text('console.shell.propose')}
      readers="operators"
      onClose={onClose}
    >
      <FormField act={act} name="assetId" prompt="ui.required.choice">
        {(field) => (
          <Select
            {...field}
            label={text('console.swap.coin')}
            options={coins.map(({ assetId, coin: code }) => ({ value: String(assetId), label: code }))}
          />
        )}
      </FormField>
      <TierRows act={act} fields={GEAR} coin={coin} />
    </OperatorDialog>
  );
}
