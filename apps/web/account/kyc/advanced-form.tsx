import { type Certification, type DocumentType, documentTypes, type KycPhoto, photosOf } from '@candor/api';
import {
  ActMessage,
  Button,
  buttonClass,
  FormField,
  Loaded,
  Select,
  Skeleton,
  toasts,
  useActForm,
  useText,
} from '@candor/ui';
import { Link, useNavigate } from '@tanstack/react-router';
import { useClient, useCountryCodes, usePreference } from '../../data/index.ts';
import { PhotoField } from '../../forms/photo-field.tsx';
import { useDraft } from '../../forms/use-draft.ts';
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
    <Loaded query={query} data={query.data} skeleton={<Skeleton className="h-80 max-w-120" />}>
      {({ primary }) =>
        hasPerson(primary) ? (
          <AdvancedForm />
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
function AdvancedForm() {
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
    <form noValidate onSubmit={act.submit} className="flex max-w-120 flex-col gap-5">
      <p className="text-14 text-ink-2">{text('kyc.advancedText')}</p>
      <FormField act={act} name="country">
        {(field) => (
          <Select
            {...field}
            label={text('kyc.country')}
            options={countries.map(({ country, name }) => ({ value: country, label: name }))}
          />
        )}
      </FormField>
      <FormField act={act} name="documentType">
        {(field) => (
          <Select
            {...field}
            label={text('kyc.documentType')}
            options={documentTypes.map((type) => ({ value: type, label: text(`kyc.document.${type}`) }))}
          />
        )}
      </FormField>
      {photosOf(documentType).map((photo) => (
        <FormField key={photo} act={act} name={photo}>
          {({ value, onValueChange, error }) => (
            <PhotoField
              label={text(`kyc.photo.${photo}`)}
              description={text(`kyc.photo.${photo}Text`)}
              value={value}
              onValueChange={onValueChange}
              error={error}
            />
          )}
        </FormField>
      ))}
      <p className="text-13 text-ink-2">{text('kyc.privacy')}</p>
      <Button type="submit" className="self-start" loading={act.isPending}>
        {text('kyc.submit')}
      </Button>
      <ActMessage phase={act.phase} error={act.error} />
    </form>
  );
}
