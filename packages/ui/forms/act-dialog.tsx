import { type ReactNode, useId } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { ActMessage } from '../acts/act-message.tsx';
import { Button, type ButtonVariant } from '../controls/button.tsx';
import { TextField } from '../fields/text-field.tsx';
import { Dialog, type DialogProps } from '../overlays/dialog.tsx';
import { FormField } from './form-field.tsx';
import type { ActForm } from './use-act-form.ts';

/** The field for why somebody acts, last in the dialog. */
export interface ReasonField<Name extends string> {
  readonly name: Name;
  readonly label: ReactNode;
  readonly description: ReactNode;
  readonly maxLength: number;
  /** Returns why the reason cannot be sent, in words; null where it can. */
  readonly check: (reason: string) => string | null;
}

export interface ActDialogProps<Values extends FieldValues, Data>
  extends Omit<DialogProps, 'open' | 'footer'> {
  /** Shut, the act may run on: the toast then says how it ended. Mount the dialog to open it with fresh values. */
  readonly open?: boolean;
  readonly act: ActForm<Values, Data>;
  /** The text of the button that sends. */
  readonly submit: ReactNode;
  /** The text of the other button; "Cancel" by default. */
  readonly dismiss?: ReactNode;
  readonly variant?: ButtonVariant;
  /** Nothing can be sent now, and why; null where it can. */
  readonly obstacle?: string | null;
  /** Nothing can be sent yet: something is loading, or a field says why. */
  readonly disabled?: boolean;
  /** Something to know before it is sent, which forbids nothing. */
  readonly notice?: string | null;
  readonly reason?: ReasonField<FieldPath<Values>>;
  /** Takes the form's place once the act is done; left out where the dialog is closed then. */
  readonly result?: (data: Data) => ReactNode;
  /** The result is shown only once: neither Esc nor a press outside closes it. */
  readonly isShownOnce?: boolean;
}

/**
 * A form in a dialog that sends one act: Enter sends, Esc leaves, a press beside it only while nothing was typed, the focus returns to what opened it. Errors appear at
 * their field or above the buttons, and what was typed stays. See `useActForm` for its values and its key.
 */
export function ActDialog<Values extends FieldValues, Data>({
  open = true,
  act,
  submit,
  dismiss,
  variant = 'primary',
  obstacle = null,
  disabled = false,
  notice = null,
  reason,
  result,
  isShownOnce = false,
  children,
  ...dialog
}: ActDialogProps<Values, Data>) {
  const intl = useIntl();
  const formId = useId();
  const shownResult = result !== undefined && act.data !== null ? result(act.data) : null;
  const close = () => dialog.onOpenChange(false);
  if (shownResult !== null) {
    return (
      <Dialog
        {...dialog}
        open={open}
        isKept={isShownOnce}
        footer={
          <Button variant="quiet" onClick={close}>
            {intl.formatMessage({ id: isShownOnce ? 'ui.saved' : 'ui.close' })}
          </Button>
        }
      >
        <div role="status">{shownResult}</div>
      </Dialog>
    );
  }
  return (
    <Dialog
      {...dialog}
      open={open}
      isTyped={act.form.formState.isDirty}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            {dismiss ?? intl.formatMessage({ id: 'ui.cancel' })}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={variant}
            loading={act.isPending}
            disabled={disabled || obstacle !== null}
          >
            {submit}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={act.submit} className="flex flex-col gap-4">
        {children}
        {reason && (
          <FormField act={act as ActForm<Values>} name={reason.name} check={reason.check as never}>
            {({ value, onValueChange, ...field }) => (
              <TextField
                {...field}
                value={value as string}
                onValueChange={onValueChange as (reason: string) => void}
                label={reason.label}
                description={reason.description}
                maxLength={reason.maxLength}
              />
            )}
          </FormField>
        )}
        <ActMessage phase={act.phase} error={act.error} obstacle={obstacle ?? notice} />
      </form>
    </Dialog>
  );
}
