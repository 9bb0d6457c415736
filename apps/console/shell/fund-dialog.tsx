import type { TypedNumber } from '@candor/i18n';
import { type ActSending, FormField, Select, useFormatters, useText } from '@candor/ui';
import { AmountField } from './amount-field.tsx';
import { OperatorDialog, useOperatorForm, type WithReason } from './operator-dialog.tsx';

type Direction = 'add' | 'take';
type Source = 'practice' | 'house';

interface FundValues extends WithReason {
  readonly amount: TypedNumber;
  readonly direction: Direction;
  readonly source: Source;
}

/** Parts of a funding as its call takes them. */
type Funding = Omit<FundValues, 'amount'> & { readonly amount: string };

interface FundDialogProps {
  readonly pool: { readonly assetId: number; readonly coin: string; readonly houseAvailable: string };
  /** True where a pool can be funded out of practice custody. */
  readonly practice: boolean;
  readonly queryKey: readonly string[];
  readonly explain: string;
  /** Words of the act and of its directions: pools by default. */
  readonly words?: 'pool' | 'inventory';
  readonly send: (assetId: string, body: Funding, sending: ActSending) => Promise<unknown>;
  readonly onClose: () => void;
}

const WORDS = {
  pool: { title: 'console.earn.fund', directions: 'console.earn.direction' },
  inventory: { title: 'console.swap.move', directions: 'console.swap.direction' },
} as const;

/** Adds to a pool, or takes back what is free of it: a second operator approves it. Shows texts of the rooms earn, seconds and swap. */
export function FundDialog(props: FundDialogProps) {
  const { pool, practice, queryKey, explain, send, onClose } = props;
  const { title, directions } = WORDS[props.words ?? 'pool'];
  const text = useText();
  const format = useFormatters();
  const act = useOperatorForm<FundValues>({
    queryKey,
    onClose,
    done: text('console.shell.proposed'),
    defaultValues: { amount: '', direction: 'add', source: practice ? 'practice' : 'house' },
    send: ({ amount, direction, source, reason }, sending) => {
      const body = { amount, direction, source: direction === 'take' ? ('house' as const) : source, reason };
      return send(String(pool.assetId), body, sending);
    },
  });
  const sources: readonly Source[] = practice ? ['practice', 'house'] : ['house'];
  const house = `${format.quantity(pool.houseAvailable)} ${pool.coin}`;
  return (
    <OperatorDialog
      act={act}
      title={`${pool.coin} · ${text(title)}`}
      explain={explain}
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
              label: text(`${directions}.${value}`),
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
      <AmountField act={act} name="amount" label={text('console.seconds.amount')} unit={pool.coin} />
    </OperatorDialog>
  );
}
