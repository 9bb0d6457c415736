import { Button, Detail, DetailList, useFormatters, useText } from '@candor/ui';
import { Section } from '../shell/section.tsx';
import { StateBadge } from './state-badge.tsx';
import type { PartProps } from './words.ts';

/** The pool, its caps, and the switch of all markets. */
export function Pool({ data, onAct }: PartProps) {
  const format = useFormatters();
  const text = useText();
  const coins = (amount: string) => `${format.quantity(amount)} ${data.coin ?? ''}`;
  const halted = data.haltReason !== null;
  return (
    <Section title={text('console.seconds.pool')}>
      <div className="grid gap-x-8 lg:grid-cols-2 max-lg:[&>dl+dl]:border-t">
        <DetailList ruled>
          <Detail label={text('console.seconds.available')} strong>
            {coins(data.available)}
          </Detail>
          <Detail label={text('console.seconds.reserved')}>{coins(data.reserved)}</Detail>
          <Detail label={text('console.seconds.stakes')}>{coins(data.stakes)}</Detail>
        </DetailList>
        <DetailList ruled>
          <Detail label={text('console.seconds.capAll')}>{coins(data.all.cap)}</Detail>
          <Detail label={text('console.seconds.userCap')}>
            {data.userCap === null ? text('console.seconds.noCap') : coins(data.userCap)}
          </Detail>
          <Detail label={text('console.seconds.state')} wraps>
            <span className="inline-flex flex-wrap items-center justify-end gap-2 wrap-anywhere">
              {data.haltReason}
              <StateBadge halted={halted} />
            </span>
          </Detail>
        </DetailList>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" onClick={() => onAct({ kind: 'pool' })}>
          {text('console.seconds.addToPool')}
        </Button>
        <Button variant="quiet" onClick={() => onAct({ kind: 'cap', market: null })}>
          {text('console.seconds.changeCapAll')}
        </Button>
        <Button variant="quiet" onClick={() => onAct({ kind: 'userCap' })}>
          {text('console.seconds.changeUserCap')}
        </Button>
        <Button variant="quiet" onClick={() => onAct({ kind: 'state', market: null })}>
          {text(halted ? 'console.seconds.reopenAll' : 'console.seconds.haltAll')}
        </Button>
      </div>
      <p className="max-w-180 text-13 text-ink-3">{text('console.seconds.note')}</p>
    </Section>
  );
}
