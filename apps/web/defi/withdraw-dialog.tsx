import type { CallData, Calls, MiningRewardRow as Reward } from '@candor/api';
import { decimalOf, isPositiveNumber, type TypedNumber, trimFigure } from '@candor/i18n';
import {
  ActDialog,
  Detail,
  DetailList,
  FormField,
  networkNameOf,
  PasswordField,
  toasts,
  useActForm,
  useFormatters,
  useText,
} from '@candor/ui';
import { GroupedAddress } from '../common/grouped-address.tsx';
import { passwordHash } from '../common/password-hash.ts';
import { useClient, useWithdrawalCurrencies } from '../data/index.ts';
import { AmountInput } from '../forms/amount-field.tsx';
import type { MiningOverview } from './gears-table.tsx';
import { heldAfter } from './mining-figures.ts';
import { useMiningChanged } from './use-mining.ts';
import { useMiningWords } from './use-words.ts';
import type { MiningAccount } from './wallet-steps.tsx';

interface WithdrawDialogProps {
  readonly reward: Reward;
  readonly overview: MiningOverview;
  readonly account: MiningAccount;
  readonly onClose: () => void;
}

interface Values {
  readonly amount: TypedNumber;
  readonly fundPassword: string;
}

/** Why nothing of a coin can be withdrawn now, in words; null where it can, and while that is not known. */
function useObstacle(
  isHeld: boolean,
  currency: { readonly open: boolean; readonly stopped: boolean } | undefined,
) {
  const text = useText();
  if (isHeld) return text('error.WITHDRAWAL_HELD');
  if (currency === undefined || currency.open) return null;
  return text(currency.stopped ? 'error.WITHDRAWAL_WALLET_STOPPED' : 'error.WITHDRAWAL_NETWORK_CLOSED');
}

/** Requests a withdrawal of claimed income to the linked wallet; the shell asks for the second factor. */
export function WithdrawDialog({ reward, overview, account, onClose }: WithdrawDialogProps) {
  const text = useText();
  const format = useFormatters();
  const client = useClient();
  const { coins } = useMiningWords();
  const onSettled = useMiningChanged();
  const { data: terms } = useWithdrawalCurrencies();
  const { coin, scale } = reward;
  const address = account.wallet?.address ?? account.address ?? '';
  const network = overview.registry?.network ?? '';
  const currency = terms?.list.find((each) => each.coin === coin && each.network === network);
  const fee = currency?.fee ?? null;
  const obstacle = useObstacle(terms?.heldUntil != null, currency);
  const act = useActForm<Values, CallData<Calls['withdrawMining']>>({
    defaultValues: { amount: '', fundPassword: '' },
    beside: { coin, fee, address },
    places: { INSUFFICIENT_BALANCE: 'amount', MINING_REWARDS: 'amount' },
    send: ({ amount, fundPassword }, sending) =>
      client.call(
        'withdrawMining',
        { body: { coin, amount, fee: fee ?? '0', address, fundPassword: passwordHash(fundPassword) } },
        sending,
      ),
    onDone: () => {
      toasts.success(text('defi.withdraw.done'));
      onClose();
    },
    onSettled,
  });
  const amount = decimalOf(act.form.watch('amount'));
  const arrives = fee === null ? null : heldAfter(amount, fee, scale, -1);
  return (
    <ActDialog
      act={act}
      onOpenChange={(open) => !open && onClose()}
      title={text('defi.withdraw.title', { coin })}
      description={text('defi.withdraw.text')}
      submit={text('defi.withdraw')}
      disabled={fee === null}
      obstacle={obstacle}
    >
      <FormField
        act={act}
        name="amount"
        prompt="ui.required.withdrawAmount"
        check={(typed) => (isPositiveNumber(typed) ? null : text('error.AMOUNT_INVALID'))}
      >
        {(field) => (
          <AmountInput
            field={field}
            label={text('defi.amount')}
            coin={coin}
            most={{ text: text('defi.max'), amount: trimFigure(reward.amount, 0) }}
            description={text('defi.rewards.there', { amount: format.quantity(reward.amount), coin })}
          />
        )}
      </FormField>
      <FormField act={act} name="fundPassword" prompt="ui.required.fundPassword">
        {(field) => <PasswordField {...field} label={text('defi.withdraw.password')} autoComplete="off" />}
      </FormField>
      <DetailList ruled className="border-y text-14!">
        <Detail label={text('defi.withdraw.to')} wraps>
          <GroupedAddress address={address} />
        </Detail>
        <Detail label={text('defi.network')} wraps>
          {networkNameOf(text, network)}
        </Detail>
        <Detail label={text('defi.withdraw.fee')}>{fee === null ? '–' : coins(fee, coin)}</Detail>
        <Detail label={text('defi.withdraw.arrives')} strong>
          {arrives === null ? '–' : coins(arrives, coin)}
        </Detail>
      </DetailList>
    </ActDialog>
  );
}
