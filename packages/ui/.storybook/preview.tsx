import {
  defaultLocale,
  isLocale,
  languageNames,
  languageTags,
  loadMessages,
  locales,
  type Messages,
} from '@candor/i18n';
import type { Preview } from '@storybook/react-vite';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { UiProvider } from '../index.ts';
import './preview.css';

const preview: Preview = {
  globalTypes: {
    theme: {
      description: 'Theme',
      toolbar: { icon: 'contrast', items: ['day', 'night'], dynamicTitle: true },
    },
    locale: {
      description: 'Language',
      toolbar: {
        icon: 'globe',
        items: locales.map((locale) => ({ value: locale, title: languageNames[locale] })),
        dynamicTitle: true,
      },
    },
  },
  initialGlobals: { theme: 'day', locale: defaultLocale },
  parameters: {
    layout: 'fullscreen',
    backgrounds: { disable: true },
    a11y: { test: 'error' },
    viewport: {
      options: {
        phone: { name: 'Phone', styles: { width: '390px', height: '844px' }, type: 'mobile' },
        desktop: { name: 'Desktop', styles: { width: '1440px', height: '900px' }, type: 'desktop' },
      },
    },
  },
  loaders: [
    async ({ globals }) => {
      const locale = isLocale(globals.locale) ? globals.locale : defaultLocale;
      const english = await loadMessages(defaultLocale);
      return { locale, messages: { ...english, ...(await loadMessages(locale)) } satisfies Messages };
    },
  ],
  decorators: [
    (Story, { globals, loaded, parameters }) => {
      const locale = isLocale(loaded.locale) ? loaded.locale : defaultLocale;
      const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
      const theme = globals.theme === 'night' ? 'night' : 'day';
      useLayoutEffect(() => {
        document.documentElement.dataset.theme = theme;
        document.documentElement.lang = languageTags[locale];
      }, [theme, locale]);
      return (
        <QueryClientProvider client={queries}>
          <UiProvider locale={locale} messages={loaded.messages as Messages} timeZone="UTC">
            <main className={parameters.flush ? '' : 'p-6 max-sm:p-4'}>
              <Story />
            </main>
          </UiProvider>
        </QueryClientProvider>
      );
    },
  ],
};

export default preview;
