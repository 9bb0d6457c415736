import { Button, LostFile } from '@candor/ui';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import { usePageTitle } from './page-title.ts';
import { SupportLink } from './support-link.tsx';

/** Shown in place of a page that failed, or whose files were lost. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  usePageTitle('shell.errorPage.title');
  useEffect(() => console.error(error), [error]);
  const retry = () => {
    void router.invalidate();
    reset();
  };
  const lost = error instanceof LostFile ? error : null;
  return (
    <div className="mx-auto flex w-full max-w-330 flex-1 flex-col items-start gap-4 px-4 py-16 sm:px-5 sm:py-24">
      <h1 className="text-28 font-semibold">
        <FormattedMessage id="shell.errorPage.title" />
      </h1>
      <p className="max-w-140 text-16 text-ink-2">
        <FormattedMessage id={lost === null ? 'shell.errorPage.text' : 'ui.error.fileLost'} />
      </p>
      {lost !== null && <p className="text-13 text-ink-3">{lost.code}</p>}
      <div className="flex flex-wrap gap-3 pt-4">
        {lost === null && (
          <Button onClick={retry}>
            <FormattedMessage id="shell.errorPage.retry" />
          </Button>
        )}
        <Button variant={lost === null ? 'quiet' : 'primary'} data-reload onClick={() => location.reload()}>
          <FormattedMessage id="shell.errorPage.reload" />
        </Button>
      </div>
      <SupportLink />
    </div>
  );
}
