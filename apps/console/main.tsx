import { type ConsoleRoom, createCatalogue, loadConsoleRoom } from '@candor/i18n';
import { loadFile, showLost, startApp } from '@candor/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { readLanguage } from './data/preferences.ts';
import './styles.css';

async function start(root: HTMLElement): Promise<void> {
  const catalogue = createCatalogue<ConsoleRoom>(readLanguage(), (locale, room) =>
    loadFile(() => loadConsoleRoom(locale, room)),
  );
  await catalogue.load(['ui', 'error', 'shell', 'login']);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: 1 } } });
  createRoot(root, { onUncaughtError: showLost }).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <App catalogue={catalogue} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

void startApp(start);
