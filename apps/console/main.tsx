import { createCatalogue, loadConsoleRoom } from '@candor/i18n';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { readLanguage } from './data/preferences.ts';
import './styles.css';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  const catalogue = createCatalogue(readLanguage(), loadConsoleRoom);
  await catalogue.load(['ui', 'error', 'shell', 'login']);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: 1 } } });
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <App catalogue={catalogue} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

void start();
