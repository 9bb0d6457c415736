import type { OperatorCustody } from '@candor/api';
import type { TypedNumber } from '@candor/i18n';
import { useFormatters, useText } from '@candor/ui';
import { useConsole } from '../data/session.ts';
import { AmountField } from '../shell/amount-field.tsx';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';
import { ReasonDialog } from '../shell/reason-dialog.tsx';
import { UserIdField } from '../shell/user-id-field.tsx';
import { type Resumable, resumptionWords } from './resumption-words.ts';

export const CUSTODY_KEY = ['custody'];

export type TakenBack = OperatorCustody['takenBack'][number];

/** Proposes to reverse a deposit that its chain took back. */
export function ReversalDialog({
  deposit,
  onClose,
}: {
  readonly deposit: TakenBack;
  readonly onClose: () => void;
}) {
  const { client } = useConsole();
  const text = useText();
  const format = useFormatters();
  return (
    <ReasonDialog
      queryKey={CUSTODY_KEY}
      title={`${text('console.custody.reverse')}\u00a0· ${format.quantity(deposit.amount)} ${deposit.coin}`}
      explain={text('console.custody.reverse.explain')}
      submit={text('console.shell.propose')}
      readers="users"
      done={text('console.shell.proposed')}
      send={({ reason }, sending) =>
        client.call('reverseDeposit', { params: { id: String(deposit.id) }, body: { reason } }, sending)
      }
      onClose={onClose}
    />
  );
}

/** Proposes to let a stopped wallet sign again, or a halted record go on. */
export function ResumptionDialog({ of, onClose }: { readonly of: Resumable; readonly onClose: () => void }) {
  const { client } = useConsole();
  const text = useText();
  const { title, explain, ends } = resumptionWords(text, of);
  return (
    <ReasonDialog
      queryKey={CUSTODY_KEY}
      title={title}
      explain={explain}
      submit={text('console.shell.propose')}
      readers="operators"
      done={text('console.shell.proposed')}
      send={({ reason }, sending) =>
        'wallet' in of
          ? client.call('resumeWallet', { params: { network: of.wallet.network }, body: { reason } }, sending)
          : client.call(
              'resumeRow',
              { params: { kind: of.row.kind, id: String(of.row.id) }, body: { reason } },
              sending,
            )
      }
      onClose={onClose}
    >
      {ends !== null && <p className="text-14">{ends}</p>}
    </ReasonDialog>
  );
}

interface ReleaseValues extends WithReason {
  readonly userId: string;
  readonly amount: TypedNumber;
}

/** Proposes to give coins of the suspense account to a user, or to the house's own float. */
export function ReleaseDialog({
  coin,
  onClose,
}: {
  readonly coin: OperatorCustody['coins'][number];
  readonly onClose: () => void;
}) {
  const { client } = useConsole();
  const text = useText();
  const act = useOperatorForm<ReleaseValues>({
    queryKey: CUSTODY_KEY,
    onClose,
    done: text('console.shell.proposed'),
    defaultValues: { userId: '', amount: coin.suspense },
    send: ({ userId, amount, reason }, sending) =>
      client.call(
        'releaseSuspense',
        {
          body: { coin: coin.coin, amount, reason, userId: userId.trim() === '' ? null : Number(userId) },
        },
        sending,
      ),
  });
  return (
    <OperatorDialog
      act={act}
      title={`${text('console.custody.release')}\u00a0· ${coin.coin}`}
      explain={text('console.custody.release.explain')}
      submit={text('console.shell.propose')}
      readers="users"
      onClose={onClose}
    >
      <UserIdField act={act} label={text('console.custody.release.user')} isOptional />
      <AmountField act={act} name="amount" label={text('console.custody.amount')} unit={coin.coin} />
    </OperatorDialog>
  );
}
