import type { PlainValues } from '@candor/i18n';
import { ActDialog, type ActForm, type ActSending, toasts, useActForm } from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DefaultValues, FieldPath } from 'react-hook-form';
import { useIntl } from 'react-intl';

/** Five letters or digits, as the API demands. */
const ENOUGH = /^(?:[^\p{L}\p{N}]*[\p{L}\p{N}]){5}/u;
const MAX_REASON = 200;

/** The values of an operator's act: each has a reason. */
export interface WithReason {
  readonly reason: string;
}

export interface OperatorFormOptions<Values extends WithReason, Answer> {
  readonly defaultValues: Omit<Values, 'reason'>;
  /** Sends the values; `reason` is trimmed. */
  readonly send: (values: PlainValues<Values>, sending: ActSending) => Promise<Answer>;
  /** The text of the toast once it is done. */
  readonly done: string | ((answer: Answer) => string);
  /** The data that the act changes; the log is fetched again as well. */
  readonly queryKey: readonly string[];
  readonly onClose: () => void;
}

/** The form of one act of an operator. */
export function useOperatorForm<Values extends WithReason, Answer = unknown>(
  options: OperatorFormOptions<Values, Answer>,
): ActForm<Values> {
  const { defaultValues, send, done, queryKey, onClose } = options;
  const queries = useQueryClient();
  return useActForm<Values, Answer>({
    defaultValues: { ...defaultValues, reason: '' } as unknown as DefaultValues<Values>,
    send: (values, sending) => send({ ...values, reason: values.reason.trim() }, sending),
    onDone: (answer) => {
      toasts.success(typeof done === 'string' ? done : done(answer));
      onClose();
    },
    onSettled: () =>
      Promise.all([queryKey, ['log']].map((key) => queries.invalidateQueries({ queryKey: key }))),
  });
}

export interface OperatorDialogProps<Values extends WithReason> {
  readonly act: ActForm<Values>;
  readonly title: ReactNode;
  /** The effects of the act, and what it leaves alone. */
  readonly explain: ReactNode;
  readonly submit: string;
  /** The readers of the reason: users, or operators alone in their log. */
  readonly readers: 'users' | 'operators';
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** A dialog for one act of an operator: what it changes, and the reason, with who reads it. */
export function OperatorDialog<Values extends WithReason>(props: OperatorDialogProps<Values>) {
  const { act, title, explain, submit, readers, onClose, children } = props;
  const intl = useIntl();
  return (
    <ActDialog
      act={act}
      onOpenChange={onClose}
      title={title}
      description={explain}
      submit={submit}
      variant="danger"
      reason={{
        name: 'reason' as FieldPath<Values>,
        label: intl.formatMessage({ id: 'console.shell.reason' }),
        description: intl.formatMessage({ id: `console.shell.reason.${readers}` }),
        maxLength: MAX_REASON,
        check: (reason) =>
          ENOUGH.test(reason) ? null : intl.formatMessage({ id: 'console.shell.reason.short' }),
      }}
    >
      {children}
    </ActDialog>
  );
}
