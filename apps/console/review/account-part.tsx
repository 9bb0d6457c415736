import type { ReviewAccount } from '@candor/api';
import { Detail, DetailList, useFormatters, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { FactorChanges } from '../shell/factor-changes.tsx';
import { Section } from '../shell/section.tsx';
import { amountWords } from './fact-words.ts';

const DAY_MS = 86_400_000;

/** The account from which money is to leave: its age, its owner's check, changed factors, and what came in. */
export function AccountPart({ account }: { readonly account: ReviewAccount }) {
  const intl = useIntl();
  const { serverNowMs } = useConsole();
  const format = useFormatters();
  const text = useText();
  const { registered, identity, factorChanges, sources } = account;
  const days = Math.floor((serverNowMs() - registered) / DAY_MS);
  return (
    <Section title={text('console.queue.account')}>
      <DetailList ruled>
        <Detail label={text('console.queue.registered')}>
          {format.dateTime(registered)}
          <span className="block text-12 text-ink-3">{text('console.queue.age', { days })}</span>
        </Detail>
        <Detail label={text('console.queue.identity')}>
          {identity === 'none'
            ? text('console.queue.identity.none')
            : text(`review.value.kyc.level.${identity}`)}
        </Detail>
        <Detail label={text('console.queue.factors')} wraps>
          <FactorChanges changes={factorChanges} />
        </Detail>
        <Detail label={text('console.queue.cameFrom')} wraps>
          {sources.length === 0
            ? text('console.queue.noneOf')
            : sources.map(({ entry, amount, count }) => (
                <span key={`${entry} ${amount}`} className="block">
                  {intl.formatMessage({ id: `console.facts.entry.${entry}` })} · {amountWords(format, amount)}{' '}
                  ({count})
                </span>
              ))}
        </Detail>
      </DetailList>
    </Section>
  );
}
