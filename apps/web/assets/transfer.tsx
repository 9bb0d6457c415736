import { ActMessage, Button } from '@candor/ui';
import { FormattedMessage } from 'react-intl';
import { SPOT, TransferFields, useTransferForm } from '../transfer/transfer-form.tsx';

/** Moves coins between the user's own accounts. */
export function Transfer() {
  const state = useTransferForm({ from: SPOT, to: { type: '2', symbol: '' }, coin: 'USDT' });
  const { act, obstacle, fields } = state;
  return (
    <div className="max-w-140">
      <h1 className="text-20 font-semibold">
        <FormattedMessage id="menu.transfer" />
      </h1>
      <p className="pt-2 pb-6 text-14 text-ink-2">
        <FormattedMessage id="transfer.text" />
      </p>
      <form noValidate onSubmit={act.submit} className="flex flex-col gap-4">
        <TransferFields state={state} />
        {fields !== undefined && (
          <>
            <Button type="submit" className="self-start" disabled={obstacle !== null} loading={act.isPending}>
              <FormattedMessage id="menu.transfer" />
            </Button>
            <ActMessage phase={act.phase} error={act.error} obstacle={obstacle} />
          </>
        )}
      </form>
    </div>
  );
}
