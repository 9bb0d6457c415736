import { loneLinkClass, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useSignedIn } from '../../data/index.ts';

/** Links by which the reader goes on to check: the formulas, receipts of their own, and the exported journal. */
export function MoreChecks() {
  const text = useText();
  const signedIn = useSignedIn();
  return (
    <section aria-labelledby="proof-more" className="flex flex-col">
      <h3 id="proof-more" className="border-b pb-2 text-14 font-semibold">
        {text('home.proof.more')}
      </h3>
      <ul className="flex flex-col gap-3 pt-3 text-14">
        <li>
          <Link to="/rule/index" className={loneLinkClass}>
            {text('home.proof.more.rules')}
          </Link>
        </li>
        <li>
          {signedIn ? (
            <Link to="/assets/index" search={{ key: 'tradeOrder' }} className={loneLinkClass}>
              {text('home.proof.more.receipts')}
            </Link>
          ) : (
            <span className="text-ink-2">{text('home.proof.more.visitor')}</span>
          )}
        </li>
        <li className="text-13 text-ink-3">{text('home.proof.more.limits')}</li>
      </ul>
    </section>
  );
}
