import { EVERYWHERE, FEATURES, type Feature, mayCall, type OperatorFeatures } from '@candor/api';
import { Badge, DataTable, FormField, Select, TextField, useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useConsole, useOperator } from '../data/session.ts';
import { LiveScreen } from '../shell/live-screen.tsx';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';
import { RowAct } from '../shell/row-act.tsx';

const KEY = ['features'];
const REFRESH_MS = 10_000;
const PLACE = /^(\*|[A-Za-z]{2})$/;

interface Values extends WithReason {
  readonly feature: Feature;
  readonly country: string;
  readonly state: 'open' | 'closed' | '';
}

function SwitchDialog({ feature, onClose }: { readonly feature: Feature; readonly onClose: () => void }) {
  const { client } = useConsole();
  const text = useText();
  const act = useOperatorForm<Values>({
    queryKey: ['proposals'],
    onClose,
    done: text('console.shell.proposed'),
    defaultValues: { feature, country: '', state: '' },
    send: ({ feature: of, country, state, reason }, sending) => {
      const body = { country: country.trim().toUpperCase(), open: state === 'open', reason };
      return client.call('setFeature', { params: { feature: of }, body }, sending);
    },
  });
  return (
    <OperatorDialog
      act={act}
      title={text('console.features.change')}
      explain={text('console.features.explain')}
      submit={text('console.shell.propose')}
      readers="users"
      onClose={onClose}
    >
      <FormField act={act} name="feature">
        {(field) => (
          <Select
            {...field}
            label={text('console.features.feature')}
            options={FEATURES.map((value) => ({ value, label: text(`console.features.name.${value}`) }))}
          />
        )}
      </FormField>
      <FormField
        act={act}
        name="country"
        check={(country) => (PLACE.test(country.trim()) ? null : text('console.features.countryHint'))}
      >
        {(field) => (
          <TextField
            {...field}
            label={text('console.features.country')}
            description={text('console.features.countryHint')}
            autoComplete="off"
            maxLength={2}
          />
        )}
      </FormField>
      <FormField act={act} name="state" prompt="ui.required.choice">
        {(field) => (
          <Select<'open' | 'closed' | ''>
            {...field}
            label={text('console.shell.state')}
            placeholder={text('ui.required.choice')}
            options={(['open', 'closed'] as const).map((value) => ({
              value,
              label: text(`console.features.state.${value}`),
            }))}
          />
        )}
      </FormField>
    </OperatorDialog>
  );
}

type Row = OperatorFeatures[number];

/** Shows which products are open in which countries. */
export function FeaturesScreen() {
  const { client } = useConsole();
  const operator = useOperator();
  const text = useText();
  const intl = useIntl();
  const format = useFormatters();
  const [changed, setChanged] = useState<Feature | null>(null);
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => client.call('getOperatorFeatures'),
    refetchInterval: REFRESH_MS,
  });
  const stateWords = (open: boolean) => text(`console.features.state.${open ? 'open' : 'closed'}`);
  const placeWords = (country: string) =>
    country === EVERYWHERE
      ? text('console.features.everywhere')
      : `${intl.formatDisplayName(country, { type: 'region' }) ?? country} (${country})`;
  const mayChange = operator !== null && mayCall(operator.role, 'setFeature');
  return (
    <LiveScreen query={query} failedTitle="console.features.failed">
      {(features) => (
        <>
          <p className="max-w-180 text-13 text-ink-3">{text('console.features.note')}</p>
          <DataTable<Row>
            label={text('console.shell.screen.features')}
            density="roomy"
            rows={features}
            rowKey={({ feature }) => feature}
            emptyTitle={text('console.features.failed')}
            columns={[
              {
                head: 'console.features.feature',
                card: 'title',
                cell: ({ feature }) => text(`console.features.name.${feature}`),
              },
              {
                head: 'console.features.default',
                card: 'corner',
                cell: ({ opensByDefault }) => (
                  <Badge tone={opensByDefault ? 'neutral' : 'warn'}>{stateWords(opensByDefault)}</Badge>
                ),
              },
              {
                head: 'console.features.rules',
                wraps: true,
                card: 'line',
                cell: ({ rules }) =>
                  rules.length === 0 ? (
                    '–'
                  ) : (
                    <ul className="flex flex-col gap-1">
                      {rules.map(({ country, open, reason, time }) => (
                        <li key={country}>
                          {placeWords(country)}: {stateWords(open)} · {format.dateTime(time)} · {reason}
                        </li>
                      ))}
                    </ul>
                  ),
              },
              {
                head: 'console.shell.actions',
                kind: 'actions',
                cell: ({ feature }) =>
                  mayChange && (
                    <RowAct
                      of={text(`console.features.name.${feature}`)}
                      label={text('console.features.change')}
                      onClick={() => setChanged(feature)}
                    />
                  ),
              },
            ]}
          />
          {changed !== null && <SwitchDialog feature={changed} onClose={() => setChanged(null)} />}
        </>
      )}
    </LiveScreen>
  );
}
