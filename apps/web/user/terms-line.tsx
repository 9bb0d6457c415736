import { Button, linkClass } from '@candor/ui';
import { useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import type { useTerms } from '../data/index.ts';

/**
 * The version of the terms that a registration accepts. Where it could not be loaded the line says so, with a way to try
 * again.
 */
export function TermsLine({ terms }: { readonly terms: ReturnType<typeof useTerms> }) {
  const line = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // a new try makes the query pending again: the box stays, and its button with the focus
  const hasFailed = terms.data === undefined && terms.errorUpdateCount > 0;
  const tryAgain = async () => {
    const { data } = await terms.refetch();
    // the button goes with the box: its focus moves to the line, before the link to the terms
    if (data !== undefined && document.activeElement === button.current) line.current?.focus();
  };
  return (
    // its place is kept until the version is known, so that the button does not move
    <div ref={line} tabIndex={-1} aria-live="polite" className="min-h-5 text-13 text-ink-2 max-sm:min-h-10">
      {hasFailed && (
        <div className="flex flex-wrap items-center justify-between gap-2 border-l-2 border-warn pl-3">
          <p className="text-ink">
            <FormattedMessage id="user.register.termsNotLoaded" />
          </p>
          <Button
            ref={button}
            variant="quiet"
            size="small"
            loading={terms.isFetching}
            onClick={() => void tryAgain()}
          >
            <FormattedMessage id="ui.retry" />
          </Button>
        </div>
      )}
      {terms.data != null && (
        <p>
          <FormattedMessage
            id="user.register.terms"
            values={{
              version: terms.data.currentVersion,
              link: (words) => (
                <a
                  key="terms"
                  href="/user/index?key=termsService"
                  target="_blank"
                  rel="noopener"
                  className={linkClass}
                >
                  {words}
                </a>
              ),
            }}
          />
        </p>
      )}
    </div>
  );
}
