import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import { defaultLocale, type Locale, languageTags, type Messages } from '@candor/i18n';
import type { ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { type ActKit, ActKitContext, plainActKit } from '../acts/problem.ts';
import { MessagesViewport } from '../messages/viewport.tsx';
import { TimeZoneContext } from './use-formatters.ts';

export interface UiProviderProps {
  locale: Locale;
  /** The catalogue of that language, from `loadMessages`. */
  messages: Messages;
  /** IANA name; left out, times are the device's. */
  timeZone?: string;
  /** Reads the app's errors and makes the keys of its acts; a constant. */
  acts?: ActKit;
  children: ReactNode;
}

/** Context of every page of ours: language, formatters, tooltips, toasts and notifications. */
export function UiProvider({ locale, messages, timeZone, acts = plainActKit, children }: UiProviderProps) {
  return (
    <IntlProvider
      locale={languageTags[locale]}
      defaultLocale={languageTags[defaultLocale]}
      messages={messages as Record<string, string>}
      {...(timeZone === undefined ? {} : { timeZone })}
    >
      <TimeZoneContext value={timeZone}>
        <CSPProvider disableStyleElements>
          <Tooltip.Provider delay={400} closeDelay={0}>
            <ActKitContext value={acts}>{children}</ActKitContext>
            <MessagesViewport />
          </Tooltip.Provider>
        </CSPProvider>
      </TimeZoneContext>
    </IntlProvider>
  );
}
