import { type Certification, ID_NUMBER, MAX_NAME_LENGTH, PERSON_NAME } from '@candor/api';
import { ActMessage, Button, FormField, TextField, toasts, useActForm, useText } from '@candor/ui';
import { useNavigate } from '@tanstack/react-router';
import { useClient } from '../../data/index.ts';
import { useCertified } from './use-certification.ts';

interface Values {
  readonly name: string;
  readonly idNumber: string;
}

/** Name and ID number. */
export function PrimaryForm() {
  const client = useClient();
  const text = useText();
  const certified = useCertified();
  const navigate = useNavigate();
  const act = useActForm<Values, Certification>({
    defaultValues: { name: '', idNumber: '' },
    send: ({ name, idNumber }, sending) =>
      client.call('verified', { body: { level: 'primary', name, idNumber } }, sending),
    onDone: (certification) => {
      certified(certification);
      toasts.success(text('kyc.submitted'));
      return navigate({ to: '/account/center/kyc' });
    },
  });
  return (
    <form noValidate onSubmit={act.submit} className="flex max-w-120 flex-col gap-4">
      <p className="text-14 text-ink-2">{text('kyc.primaryText')}</p>
      <FormField
        act={act}
        name="name"
        check={(name) => (PERSON_NAME.test(name.trim()) ? null : text('kyc.nameWrong'))}
      >
        {(field) => (
          <TextField
            {...field}
            label={text('kyc.name')}
            description={text('kyc.nameHint')}
            autoComplete="name"
            maxLength={MAX_NAME_LENGTH}
          />
        )}
      </FormField>
      <FormField
        act={act}
        name="idNumber"
        check={(number) => (ID_NUMBER.test(number.trim()) ? null : text('kyc.idNumberWrong'))}
      >
        {(field) => (
          <TextField
            {...field}
            label={text('kyc.idNumber')}
            description={text('kyc.idNumberHint')}
            autoComplete="off"
            maxLength={30}
          />
        )}
      </FormField>
      <Button type="submit" className="self-start" loading={act.isPending}>
        {text('kyc.submit')}
      </Button>
      <ActMessage phase={act.phase} error={act.error} />
    </form>
  );
}
