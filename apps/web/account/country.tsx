import type { Features } from '@candor/api';
import {
  Badge,
  Detail,
  DetailList,
  FormField,
  Loaded,
  Select,
  Skeleton,
  useActForm,
  useText,
} from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { queryKeys, useClient, useFeatures } from '../data/index.ts';
import { SettingForm } from './form-frame.tsx';
import { Section } from './section.tsx';

/** Declares the country, once. */
function DeclareForm() {
  const client = useClient();
  const queries = useQueryClient();
  const text = useText();
  const { locale } = useIntl();
  const { data: countries = [] } = useQuery({
    queryKey: queryKeys.countryCodes(locale),
    queryFn: () => client.call('getCountryCode'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const act = useActForm<{ readonly country: string }>({
    defaultValues: { country: '' },
    send: (body, sending) => client.call('declareCountry', { body }, sending),
    saysDone: true,
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.features }),
  });
  return (
    <SettingForm label={text('features.declare')} act={act} submit={text('features.declare')}>
      <p className="text-14 text-ink-2">{text('features.declareText')}</p>
      <FormField act={act} name="country" prompt="ui.required.country">
        {(field) => (
          <Select
            {...field}
            label={text('features.country')}
            options={countries.map(({ country, name }) => ({ value: country, label: name }))}
          />
        )}
      </FormField>
    </SettingForm>
  );
}

function Shown({ data: { country, features } }: { readonly data: Features }) {
  const text = useText();
  const intl = useIntl();
  return (
    <>
      <DetailList ruled className="border-y">
        <Detail label={text('features.country')} wraps>
          {country === null
            ? text('features.unknown')
            : text(`features.source.${country.source}`, {
                country: intl.formatDisplayName(country.code, { type: 'region' }) ?? country.code,
              })}
        </Detail>
        {features.map(({ feature, open, reason }) => (
          <Detail key={feature} label={text(`features.name.${feature}`)} wraps>
            {open ? (
              text('features.open')
            ) : (
              <span className="flex flex-col items-end gap-1">
                <Badge tone="warn">{text('features.closed')}</Badge>
                {reason !== null && <span className="text-13 text-ink-2">{reason}</span>}
              </span>
            )}
          </Detail>
        ))}
      </DetailList>
      {country === null && <DeclareForm />}
    </>
  );
}

/** The user's country, and which products are open there. */
export function Country() {
  const text = useText();
  const query = useFeatures();
  return (
    <Section title={text('features.title')} text={text('features.text')}>
      <Loaded query={query} data={query.data} skeleton={<Skeleton className="h-40" />}>
        {(data) => <Shown data={data} />}
      </Loaded>
    </Section>
  );
}
