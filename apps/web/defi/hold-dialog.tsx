import { decimalOf, isPositiveNumber, type TypedNumber, trimFigure } from '@candor/i18n';
import {
  ActDialog,
  Detail,
  DetailList,
  FormField,
  toasts,
  useActForm,
  useFormatters,
  useText,
} from '@candor/ui';
import { incomeOf } from '../common/mining-income.ts';
import { useClient } from '../data/index.ts';
import { AcceptField } from '../forms/accept-field.tsx';
import { AmountInput } from '../forms/amount-field.tsx';
import type { MiningOverview } from './gears-table.tsx';
import { IncomeDetails } from './income-details.tsx';
import { gearOfAmount, heldAfter } from './mining-figures.ts';
import { useMiningChanged, useSpotAvailable } from './use-mining.ts';
import { useMiningWords } from './use-words.ts';
import type { MiningAccount } from './wallet-steps.tsx';

interface HoldDialogProps {
  readonly act: 'lock' | 'unlock';
  readonly overview: MiningOverview;
  readonly account: MiningAccount;
  readonly onClose: () => void;
}

interface HoldValues {
  readonly amount: TypedNumber;
  /** Hash of the gears that were accepted; '' before. */
  readonly accepted: string;
}

/** Sends a lock by the terms that its user accepted, or an unlock. */
function useHold({ act, overview, onClose }: HoldDialogProps) {
  const text = useText();
  const format = useFormatters();
  const client = useClient();
  const onSettled = useMiningChanged();
  const coin = overview.coin ?? '';
  const termsHash = overview.termsHash ?? '';
  return useActForm<HoldValues>({
    defaultValues: { amount: '', accepted: '' },
    beside: { act, termsHash },
    places: {
      AMOUNT_INVALID: 'amount',
      AMOUNT_TOO_LARGE: 'amount',
      INSUFFICIENT_BALANCE: 'amount',
      MINING_AMOUNT: 'amount',
    },
    send: ({ amount, accepted }, sending) =>
      act === 'lock'
        ? client.call('lockMining', { body: { amount, termsHash: accepted } }, sending)
        : client.call('unlockMining', { body: { amount } }, sending),
    onDone: (_, { amount }) => {
      toasts.success(text(`defi.${act}.done`, { amount: format.quantity(amount), coin }));
      onClose();
    },
    onSettled,
  });
}

/** Locks an amount of the spot wallet, or unlocks one, with the gear and the income after it. */
export function HoldDialog(props: HoldDialogProps) {
  const { act: what, overview, account, onClose } = props;
  const text = useText();
  const format = useFormatters();
  const { rate, coins, gear: nameOf } = useMiningWords();
  const act = useHold(props);
  const { gears, scale } = overview;
  const coin = overview.coin ?? '';
  const spot = useSpotAvailable(coin);
  const most = what === 'lock' ? (spot ?? '0') : account.held;
  const amount = decimalOf(act.form.watch('amount'));
  const after = heldAfter(account.held, amount, scale, what === 'lock' ? 1 : -1);
  const gear = after === null ? null : gearOfAmount(gears, after, scale);
  const income = after === null ? null : incomeOf(after, account.held, overview);
  const gearWords = gear === null ? nameOf(0) : `${nameOf(gear.gear)} · ${rate(gear.dailyPpm)}`;
  const emptied = overview.pool.isEmpty ? text('error.MINING_POOL_EMPTY') : null;
  const obstacle = overview.state === 'closed' ? text('error.MINING_CLOSED') : emptied;
  const check = (typed: string) => {
    if (!isPositiveNumber(typed)) return text('error.AMOUNT_INVALID');
    if (what === 'lock') return null;
    return heldAfter(account.held, typed, scale, -1) === null ? text('error.MINING_AMOUNT') : null;
  };
  return (
    <ActDialog
      act={act}
      onOpenChange={(open) => !open && onClose()}
      title={text(`defi.${what}.title`, { coin })}
      description={text(`defi.${what}.text`)}
      submit={text(`defi.${what}`)}
      obstacle={what === 'lock' ? obstacle : null}
    >
      <FormField act={act} name="amount" prompt="ui.required.amount" check={check}>
        {(field) => (
          <AmountInput
            field={field}
            label={text('defi.amount')}
            coin={coin}
            most={{ text: text('defi.max'), amount: trimFigure(most, 0) }}
            description={text(what === 'lock' ? 'defi.available' : 'defi.locked', {
              amount: format.quantity(most),
              coin,
            })}
          />
        )}
      </FormField>
      <DetailList ruled className="border-y text-14!">
        <Detail label={text('defi.after.held')}>{after === null ? '–' : coins(after, coin)}</Detail>
        <Detail label={text('defi.after.gear')} strong>
          {after === null ? '–' : gearWords}
        </Detail>
        <IncomeDetails income={income} coin={coin} brief />
        <Detail label={text('defi.fee')}>{text('defi.fee.none')}</Detail>
      </DetailList>
      {what === 'lock' && (
        <AcceptField
          act={act}
          of={overview.termsHash ?? 'none'}
          sentence={text('defi.accept')}
          first={text('defi.accept.first')}
        />
      )}
    </ActDialog>
  );
}
