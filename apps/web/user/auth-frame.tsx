import { cx, Logo } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSettings } from '../data/index.ts';
import { LanguageMenu } from '../shell/language-menu.tsx';
import { pricesMessageId } from '../shell/operations-bar.tsx';
import { ThemeSwitch } from '../shell/theme-switch.tsx';

interface AuthFrameProps {
  readonly titleId: string;
  readonly children: ReactNode;
  /** The way to the other form. */
  readonly aside: ReactNode;
  /** Text that helps a reader meanwhile: beside the form, on a phone below it. */
  readonly beside?: ReactNode;
}

/** The frame of login and registration, which stand without the top bar. */
export function AuthFrame({ titleId, children, aside, beside }: AuthFrameProps) {
  const intl = useIntl();
  const { data: settings } = useSettings();
  return (
    <div className="mx-auto flex w-full max-w-330 flex-1 flex-col px-4 sm:px-5">
      <div className="flex h-14 items-center justify-between gap-4">
        <Link
          to="/home/index"
          aria-label={intl.formatMessage({ id: 'shell.homeLink' })}
          className="flex shrink-0 items-center rounded-base touch:min-h-11"
        >
          <Logo />
        </Link>
        <div className="flex items-center">
          <LanguageMenu />
          <ThemeSwitch />
        </div>
      </div>
      <div
        className={cx(
          'mx-auto grid w-full max-w-96 flex-1 content-start gap-x-20 gap-y-12 pt-8 pb-16 sm:pt-16',
          beside !== undefined && 'lg:max-w-240 lg:grid-cols-[24rem_minmax(0,1fr)]',
        )}
      >
        <div className="flex min-w-0 flex-col gap-6">
          <h1 className="text-28 font-semibold">
            <FormattedMessage id={titleId} />
          </h1>
          {children}
          <p className="border-t pt-6 text-14 text-ink-2">{aside}</p>
          {settings?.mode === 'practice' && (
            <p className="text-13 text-ink-3">
              <FormattedMessage id="shell.ribbon.practiceMode" />{' '}
              <FormattedMessage id={pricesMessageId(settings.mode, settings.feed)} />
            </p>
          )}
        </div>
        {beside !== undefined && (
          <div className="min-w-0 max-lg:border-t max-lg:pt-8 lg:border-s lg:ps-12 lg:pt-1">{beside}</div>
        )}
      </div>
    </div>
  );
}
