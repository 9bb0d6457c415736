import { Logo, quietLinkClass, useText } from '@candor/ui';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useArticles } from '../data/index.ts';
import { EntryGroups } from './entry-link.tsx';
import { LazySupportDialog } from './lazy-support.tsx';
import { OnceOpened } from './once-opened.tsx';
import { footerColumns } from './screen.ts';
import { useMenu } from './use-menu.ts';

function Column({ column }: { readonly column: (typeof footerColumns)[number] }) {
  return <EntryGroups entries={useMenu(`footer.${column}`)} />;
}

/** Articles of the footer by their codes, each in a window of its own. */
const footerArticles = ['privacy', 'risk'] as const;

function ArticleLinks() {
  const text = useText();
  const articles = useArticles(footerArticles);
  return (
    <ul>
      {footerArticles.map((code) => {
        const path = articles.get(code);
        if (path === undefined) return null;
        return (
          <li key={code}>
            <a
              href={path}
              target="_blank"
              rel="noopener noreferrer"
              className={`${quietLinkClass} flex items-center py-1 text-14 touch:min-h-11`}
            >
              {text(`shell.footer.${code}`)}
              <span className="sr-only"> ({text('shell.newWindow')})</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/** The link columns at the end of a page, and how to tell our support from somebody who pretends to be it. */
export function Footer() {
  const intl = useIntl();
  const [supportOpen, setSupportOpen] = useState(false);
  return (
    <footer className="border-t">
      <div className="mx-auto grid max-w-330 gap-x-8 gap-y-10 px-4 py-12 sm:px-5 lg:grid-cols-[1.4fr_3fr]">
        <div className="flex max-w-80 flex-col gap-3 text-13 text-ink-3">
          <Logo />
          <p>
            <FormattedMessage id="shell.footer.line" />
          </p>
        </div>
        <nav
          aria-label={intl.formatMessage({ id: 'shell.footer.links' })}
          className="grid grid-cols-2 gap-x-6 gap-y-8 md:grid-cols-4"
        >
          {footerColumns.map((column) => (
            <div key={column} className="min-w-0">
              <h2 className="pb-2 text-13 font-semibold">
                <FormattedMessage id={`shell.footer.${column}`} />
              </h2>
              <Column column={column} />
              {column === 'company' && <ArticleLinks />}
              {column === 'company' && (
                <button
                  type="button"
                  className={`${quietLinkClass} mt-3 w-full border-t pt-3 text-start text-14 touch:min-h-11`}
                  onClick={() => setSupportOpen(true)}
                >
                  <FormattedMessage id="shell.footer.customerService" />
                </button>
              )}
            </div>
          ))}
        </nav>
      </div>
      <div className="border-t">
        <p className="mx-auto max-w-330 px-4 py-5 text-12 text-ink-3 sm:px-5">
          <FormattedMessage id="shell.footer.verifySupport" />
        </p>
      </div>
      <OnceOpened open={supportOpen}>
        <LazySupportDialog open={supportOpen} onOpenChange={setSupportOpen} />
      </OnceOpened>
    </footer>
  );
}
