import { ActDialog, Button, type ButtonProps } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { type Place, SPOT, TransferFields, useTransferForm } from './transfer-form.tsx';

interface TransferDialogProps {
  /** The account that the transfer goes to at first, from spot. */
  readonly to: Place;
  readonly coin: string;
  readonly onOpenChange: (open: boolean) => void;
}

function TransferDialog({ to, coin, onOpenChange }: TransferDialogProps) {
  const intl = useIntl();
  const state = useTransferForm({ from: SPOT, to, coin, onMoved: () => onOpenChange(false) });
  const title = intl.formatMessage({ id: 'menu.transfer' });
  return (
    <ActDialog
      title={title}
      act={state.act}
      submit={title}
      obstacle={state.obstacle}
      disabled={state.fields === undefined}
      onOpenChange={onOpenChange}
    >
      <TransferFields state={state} />
    </ActDialog>
  );
}

export interface TransferButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'className'> {
  /** The account that the transfer goes to at first, from spot. */
  readonly to: Place;
  readonly coin: string;
}

/** The button that opens the transfer between own accounts; each time it starts afresh. */
export function TransferButton({ to, coin, ...button }: TransferButtonProps) {
  const intl = useIntl();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {intl.formatMessage({ id: 'menu.transfer' })}
      </Button>
      {open && <TransferDialog to={to} coin={coin} onOpenChange={setOpen} />}
    </>
  );
}
