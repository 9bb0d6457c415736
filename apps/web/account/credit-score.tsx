import { Loaded, loneLinkClass, Skeleton, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { CreditChanges } from '../common/credit-changes.tsx';
import { CreditPoints } from '../common/credit-points.tsx';
import { useCreditScore } from '../data/index.ts';
import { Section } from './section.tsx';

/** Credit score of the user with all that it follows from. */
export function CreditScore() {
  const text = useText();
  const query = useCreditScore();
  return (
    <Section title={text('account.credit.title')} text={text('account.credit.text')}>
      <Loaded
        query={query}
        data={query.data}
        failedTitle={text('account.credit.failed')}
        skeleton={<Skeleton className="h-40" />}
      >
        {(credit) => <CreditPoints credit={credit} />}
      </Loaded>
      <Link to="/loan/index" hash="limit" className={`${loneLinkClass} self-start text-14`}>
        {text('account.credit.loans')}
      </Link>
      <CreditChanges />
    </Section>
  );
}
