import { type Certification, type DocumentType, documentTypes, type KycPhoto, photosOf } from '@candor/api';
import { buttonClass, FormField, Loaded, Select, Skeleton, toasts, useActForm, useText } from '@candor/ui';
import { Link, useNavigate } from '@tanstack/react-router';
import { useClient, useCountryCodes, usePreference } from '../../data/index.ts';
import { PhotoField } from '../../forms/photo-field.tsx';
import { useDraft } from '../../forms/use-draft.ts';
import { FormFrame, SettingForm } from '../form-frame.tsx';
import { LevelNote } from './level-state.tsx';
import { hasPerson, useCertification, useCertified } from './use-certification.ts';

interface Values extends Record<KycPhoto, string> {
  readonly country: string;
  readonly documentType: DocumentType;
}

/** The form of the advanced check; where no name was submitted yet, the way to the primary one. */
export function AdvancedCheck() {
  const text = useText();
  const query = useCertification();
  return (
    <Loaded query={query} data={query.data} skeleton={<Skeleton className="h-80" />}>
      {({ primary, advanced, reviewHours }) =>
        hasPerson(primary) ? (
          <AdvancedForm advanced={advanced} reviewHours={reviewHours} />
        ) : (
          <div className="flex max-w-120 flex-col items-start gap-5">
            <p className="text-14 text-ink-2">{text('error.KYC_PRIMARY_FIRST')}</p>
            <Link to="/user/index" search={{ key: 'primary' }} className={buttonClass('primary')}>
              {text('kyc.primary')}
            </Link>
          </div>
        )
      }
    </Loaded>
  );
}

/** Country, document and its photos. */
function AdvancedForm({ advanced, reviewHours }: Pick<Certification, 'advanced' | 'reviewHours'>) {
  const client = useClient();
  const text = useText();
  const certified = useCertified();
  const navigate = useNavigate();
  const { data: countries = [] } = useCountryCodes(usePreference('language'));
  const act = useActForm<Values, Certification>({
    defaultValues: { country: '', documentType: 'idCard', front: '', back: '', handheld: '' },
    send: ({ country, documentType, front, back, handheld }, sending) => {
      const document =
        documentType === 'idCard' ? { documentType, back } : ({ documentType: 'passport' } as const);
      const body = { level: 'advanced', country, front, handheld, ...document } as const;
      return client.call('verified', { body }, sending);
    },
    onDone: (certification) => {
      certified(certification);
      toasts.success(text('kyc.submitted'));
      return navigate({ to: '/account/center/kyc' });
    },
  });
  useDraft(act, 'advanced identity', ['country', 'documentType', 'front', 'back', 'handheld']);
  const documentType = act.form.watch('documentType');
  return (
    <FormFrame
      about={
        <>
          <p>{text('kyc.advancedText')}</p>
          <p>{text('kyc.text', { hours: reviewHours })}</p>
          <LevelNote level={advanced} />
          <p>{text('kyc.privacy')}</p>
        </>
      }
    >
      <SettingForm label={text('kyc.advanced')} act={act} submit={text('kyc.submit')}>
        <FormField act={act} name="country" prompt="ui.required.country">
          {(field) => (
            <Select
              {...field}
              label={text('kyc.country')}
              options={countries.map(({ country, name }) => ({ value: country, label: name }))}
            />
          )}
        </FormField>
        <FormField act={act} name="documentType" prompt="ui.required.choice">
          {(field) => (
            <Select
              {...field}
              label={text('kyc.documentType')}
              options={documentTypes.map((type) => ({ value: type, label: text(`kyc.document.${type}`) }))}
            />
          )}
        </FormField>
        {photosOf(documentType).map((photo) => (
          <FormField key={photo} act={act} name={photo} prompt="ui.required.photo">
            {({ value, onValueChange, error }, onBusy) => (
              <PhotoField
                label={text(`kyc.photo.${photo}`)}
                description={text(`kyc.photo.${photo}Text`)}
                value={value}
                onValueChange={onValueChange}
                error={error}
                onBusy={onBusy}
              />
            )}
          </FormField>
        ))}
      </SettingForm>
    </FormFrame>
  );
}
