import { FormField, TextField, toasts, useActForm, useText } from '@candor/ui';
import { useClient, useSecurityChanged } from '../data/index.ts';
import { SettingForm, type SettingFormOptions } from './form-frame.tsx';

const LENGTH = { least: 4, most: 20 } as const;

/** The words that stand in each mail of the house to this user. */
export function AntiPhishingForm({ security, onDone }: SettingFormOptions) {
  const client = useClient();
  const text = useText();
  const changed = useSecurityChanged();
  const act = useActForm<{ code: string }>({
    defaultValues: { code: security.antiPhishing ?? '' },
    send: ({ code }, sending) => client.call('antiCode', { body: { code: code.trim() } }, sending),
    onDone: () => {
      toasts.success(text('account.antiPhishing.saved'));
      onDone();
    },
    onSettled: changed,
  });
  const isRight = (code: string) =>
    code === '' || (code.length >= LENGTH.least && code.length <= LENGTH.most);
  return (
    <SettingForm label={text('account.antiPhishing.title')} act={act} submit={text('account.save')}>
      <FormField
        act={act}
        name="code"
        required={false}
        check={(code) => (isRight(code.trim()) ? null : text('account.antiPhishing.hint'))}
      >
        {(field) => (
          <TextField
            {...field}
            label={text('account.antiPhishing.words')}
            description={text('account.antiPhishing.hint')}
            maxLength={LENGTH.most}
          />
        )}
      </FormField>
    </SettingForm>
  );
}
