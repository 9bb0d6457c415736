import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Button, type ButtonVariant } from '../controls/button.tsx';
import { Checkbox } from '../controls/checkbox.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

export interface ConfirmDialogProps extends Omit<DialogProps, 'footer'> {
  /** Label of the button that confirms. */
  confirm: ReactNode;
  onConfirm: () => void;
  variant?: ButtonVariant;
  /** It is being done. */
  loading?: boolean;
  /** It cannot be done as things are. */
  disabled?: boolean;
  /** Label of the other button. */
  dismiss: ReactNode;
  /** The box that says not to ask again for such an act; left out where it is always asked. */
  unasked?: { readonly checked: boolean; readonly onCheckedChange: (checked: boolean) => void };
}

/** A question before an act, with what the act will do. The button that does it is the last one. */
export function ConfirmDialog({
  confirm,
  onConfirm,
  variant = 'primary',
  loading = false,
  disabled = false,
  dismiss,
  unasked,
  children,
  ...dialog
}: ConfirmDialogProps) {
  const intl = useIntl();
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button variant="quiet" onClick={() => dialog.onOpenChange(false)}>
            {dismiss}
          </Button>
          <Button variant={variant} loading={loading} disabled={disabled} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        {unasked && (
          <Checkbox checked={unasked.checked} onCheckedChange={unasked.onCheckedChange}>
            {intl.formatMessage({ id: 'ui.doNotAsk' })}
          </Checkbox>
        )}
      </div>
    </Dialog>
  );
}
