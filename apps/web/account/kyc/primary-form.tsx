import { type Certification, isIdNumber, isPersonName, MAX_RAW_LENGTH } from '@candor/api';
import { FormField, TextField, toasts, useActForm, useText } from '@candor/ui';
import { useNavigate } from '@tanstack/react-router';
import { useClient } from '../../data/index.ts';
import { useDraft } from '../../forms/use-draft.ts';
import { FormFrame, SettingForm } from '../form-frame.tsx';
import { LevelNote } from './level-state.tsx';
import { useCertification, useCertified } from './use-certification.ts';

interface Values {
  readonly name: string;
  readonly idNumber: string;
}

/** Name and ID number. */
export function PrimaryForm() {
  const client = useClient();
  const text = useText();
  const certified = useCertified();
  const { data: known } = useCertification();
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
  useDraft(act, 'primary identity', ['name', 'idNumber']);
  return (
    <FormFrame
      about={
        <>
          <p>{text('kyc.primaryText')}</p>
          {known !== undefined && (
            <>
              <p>{text('kyc.text', { hours: known.reviewHours })}</p>
              <LevelNote level={known.primary} />
            </>
          )}
          {known?.advanced.state === 'pending' && <p className="text-warn">{text('kyc.personNote')}</p>}
        </>
      }
    >
      <SettingForm label={text('kyc.primary')} act={act} submit={text('kyc.submit')}>
        <FormField
          act={act}
          name="name"
          prompt="ui.required.name"
          check={(name) => (isPersonName(name) ? null : text('kyc.nameWrong'))}
        >
          {(field) => (
            <TextField
              {...field}
              label={text('kyc.name')}
              description={text('kyc.nameHint')}
              autoComplete="name"
              maxLength={MAX_RAW_LENGTH}
            />
          )}
        </FormField>
        <FormField
          act={act}
          name="idNumber"
          prompt="ui.required.idNumber"
          check={(number) => (isIdNumber(number) ? null : text('kyc.idNumberWrong'))}
        >
          {(field) => (
            <TextField
              {...field}
              label={text('kyc.idNumber')}
              description={text('kyc.idNumberHint')}
              autoComplete="off"
              maxLength={MAX_RAW_LENGTH}
            />
          )}
        </FormField>
      </SettingForm>
    </FormFrame>
  );
}
