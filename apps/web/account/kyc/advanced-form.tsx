import { type Certification, type DocumentType, documentTypes, type KycPhoto, photosOf } from '@candor/api';
import { ActMessage, Button, FormField, Select, toasts, useActForm, useText } from '@candor/ui';
import { useNavigate } from '@tanstack/react-router';
import { useClient, useCountryCodes, usePreference } from '../../data/index.ts';
import { PhotoField } from '../../forms/photo-field.tsx';
import { useDraft } from '../../forms/use-draft.ts';
import { useCertified } from './use-certification.ts';

interface Values extends Record<KycPhoto, string> {
  readonly country: string;
  readonly documentType: DocumentType;
}

/** Country, document and its photos. */
export function AdvancedForm() {
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
