import { Button, linkClass } from '@candor/ui';
import { FormattedMessage } from 'react-intl';
import type { useTerms } from '../data/index.ts';

/**
 * The version of the terms that a registration accepts. Where it could not be loaded the line says so, with a way to try
 * again.
 */
export function TermsLine({ terms }: { readonly terms: ReturnType<typeof useTerms> }) {
  const isFailed = terms.isError && terms.data === undefined;
  return (
    // its place is kept until the version is known, so that the button does not move
    <div aria-live="polite" className="min-h-5 text-13 text-ink-2 max-sm:min-h-10">
      {isFailed && (
        <div className="flex flex-wrap items-center justify-between gap-2 border-l-2 border-warn pl-3">
          <p className="text-ink">
            <FormattedMessage id="user.register.termsNotLoaded" />
          </p>
          <Button
            variant="quiet"
            size="small"
            loading={terms.isFetching}
            onClick={() => void terms.refetch()}
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
