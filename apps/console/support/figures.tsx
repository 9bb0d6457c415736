import type { SupportFigures } from '@candor/api';
import {
  Detail,
  DetailList,
  Loaded,
  SegmentedControl,
  SkeletonText,
  useFormatters,
  useText,
} from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { useLength } from '../shell/length.ts';
import { SUPPORT_KEY } from './refresh.ts';

const DAYS = ['7', '30', '90'] as const;

function Rows({ figures }: { readonly figures: SupportFigures }) {
  const text = useText();
  const intl = useIntl();
  const format = useFormatters();
  const length = useLength();
  const { begun, answered, medianMs, within, waiting, rated, satisfied } = figures;
  const share = (part: number, all: number) =>
    all === 0
      ? '–'
      : text('console.support.figures.share', {
          part: format.quantity(String(part)),
          all: format.quantity(String(all)),
          share: intl.formatNumber(part / all, { style: 'percent' }),
        });
  return (
    <DetailList ruled>
      <Detail label={text('console.support.figures.begun')}>{begun}</Detail>
      <Detail label={text('console.support.figures.waiting')}>{waiting}</Detail>
      <Detail label={text('console.support.figures.answered')}>{answered}</Detail>
      <Detail label={text('console.support.figures.median')}>
        {medianMs === null ? '–' : length(medianMs)}
      </Detail>
      {within.map(({ hours, count }) => (
        <Detail key={hours} label={text('console.support.figures.within', { hours })}>
          {share(count, answered)}
        </Detail>
      ))}
      <Detail label={text('console.support.figures.satisfied')}>{share(satisfied, rated)}</Detail>
    </DetailList>
  );
}

/** Waiting times and answers of users over the last days, counted anew from the messages at each look. */
export function Figures() {
  const { client } = useConsole();
  const text = useText();
  const [days, setDays] = useState<(typeof DAYS)[number]>('30');
  const query = useQuery({
    queryKey: [...SUPPORT_KEY, 'figures', days],
    queryFn: () => client.call('getSupportFigures', { query: { days } }),
  });
  return (
    <div className="flex max-w-140 flex-col gap-4">
      <SegmentedControl
        label={text('console.support.figures')}
        value={days}
        onValueChange={setDays}
        segments={DAYS.map((value) => ({
          value,
          label: text('console.support.figures.days', { days: Number(value) }),
        }))}
      />
      <Loaded
        query={query}
        data={query.data}
        skeleton={<SkeletonText lines={8} />}
        failedTitle={text('console.support.figures.failed')}
      >
        {(figures) => <Rows figures={figures} />}
      </Loaded>
    </div>
  );
}
