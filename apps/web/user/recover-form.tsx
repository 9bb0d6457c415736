import { ActMessage, Button, FormField, useActForm, useText } from '@candor/ui';
import { type Recovery, useClient } from '../data/index.ts';
import { CodeField } from '../forms/code-field.tsx';
import { PhotoField } from '../forms/photo-field.tsx';
import { useCodes } from '../forms/use-codes.ts';
import { FormRefusal } from './form-refusal.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { checkCodeGiven } from './validation.ts';

interface RecoverFormProps {
  readonly request: Recovery;
  readonly token: string;
  readonly onSent: (request: Recovery) => void;
}

/** The proof that a request shows before it is sent: a new photo with its note, or a code to a contact. */
export function RecoverForm({ request, token, onSent }: RecoverFormProps) {
  const client = useClient();
  const text = useText();
  const auth = useAuthForm();
  const codes = useCodes();
  const contact = request.contactKind;
  const act = useActForm<{ readonly code: string; readonly photo: string }, Recovery>({
    defaultValues: { code: '', photo: '' },
    send: ({ code, photo }, sending) =>
      client.call(
        'submitRecovery',
        {
          body: {
            token,
            ...(contact === null ? {} : { code: code.trim() }),
            ...(request.photo ? { photo } : {}),
          },
        },
        sending,
      ),
    onDone: onSent,
  });
  return (
    <form noValidate onSubmit={act.submit} className="flex flex-col gap-5">
      <p className="text-14 text-ink-2">{text('recover.text')}</p>
      <p className="text-14 text-ink-2">{text('recover.after')}</p>
      {request.photo && (
        <FormField act={act} name="photo" prompt="ui.required.photo">
          {({ value, onValueChange, error }, onBusy) => (
            <PhotoField
              label={text('recover.photo')}
              description={text('recover.photoText', { note: request.note })}
              value={value}
              onValueChange={onValueChange}
              error={error}
              onBusy={onBusy}
              send={(file) => client.call('recoveryPhoto', { query: { token }, file })}
            />
          )}
        </FormField>
      )}
      {contact !== null && (
        <>
          <p className="text-14 text-ink">{text('recover.contact', { contact: request.contact ?? '' })}</p>
          <CodeField
            registration={act.form.register('code', {
              validate: (code) => auth.words(checkCodeGiven(code, true)),
            })}
            error={act.form.formState.errors.code?.message}
            contact={contact}
            codes={codes}
            onSend={() => void auth.send(() => codes.send(contact, { recovery: token }))}
          />
        </>
      )}
      <FormRefusal text={auth.refusal} />
      <ActMessage phase={act.phase} error={act.error} />
      <Button type="submit" size="large" wide loading={act.isPending}>
        {text('recover.submit')}
      </Button>
    </form>
  );
}
