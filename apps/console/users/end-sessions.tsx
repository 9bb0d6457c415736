import { type OperatorUser, type SessionEndReason, sessionEndReasons } from '@candor/api';
import { FormField, Select, useText } from '@candor/ui';
import { useConsole } from '../data/session.ts';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';

interface EndSessionsProps {
  readonly user: OperatorUser;
  readonly onEnded: () => void;
  readonly onClose: () => void;
}

interface Values extends WithReason {
  readonly code: SessionEndReason | '';
}

/** Asks why, and ends all sessions of a user. */
export function EndSessionsDialog({ user, onEnded, onClose }: EndSessionsProps) {
  const { client } = useConsole();
  const text = useText();
  const act = useOperatorForm<Values>({
    defaultValues: { code: '' },
    send: async ({ code, reason }, sending) => {
      const params = { userId: String(user.userId) };
      const body = { code: code as SessionEndReason, reason };
      await client.call('endOperatorUserSessions', { params, body }, sending);
      onEnded();
    },
    done: text('console.users.sessions.ended'),
    queryKey: ['users', 'one', String(user.userId)],
    onClose,
  });
  return (
    <OperatorDialog
      act={act}
      title={text('console.users.one', { user: String(user.userId) })}
      explain={text('console.users.sessions.end.about')}
      submit={text('console.users.sessions.end')}
      readers="users"
      onClose={onClose}
    >
      <FormField act={act} name="code" prompt="ui.required.choice">
        {(field) => (
          <Select<SessionEndReason | ''>
            {...field}
            label={text('console.users.sessions.end.cause')}
            placeholder={text('ui.required.choice')}
            options={sessionEndReasons.map((value) => ({
              value,
              label: text(`review.reason.sessions.${value}`),
            }))}
          />
        )}
      </FormField>
    </OperatorDialog>
  );
}
