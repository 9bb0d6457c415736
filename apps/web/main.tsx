import { type CustomerRoom, createCatalogue, loadCustomerRoom } from '@candor/i18n';
import { loadFile, showLost, startApp } from '@candor/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startFirstRequests, startLoading } from './app/first-requests.ts';
import { firstRooms, Localized } from './app/localized.tsx';
import { createAppRouter } from './app/router.tsx';
import {
  createServices,
  deviceStorage,
  loadConfig,
  ServicesProvider,
  startLanguage,
  tabStorage,
} from './data/index.ts';
import './styles.css';

async function start(root: HTMLElement): Promise<void> {
  const catalogue = createCatalogue<CustomerRoom>(startLanguage(deviceStorage), (locale, room) =>
    loadFile(() => loadCustomerRoom(locale, room)),
  );
  const messagesComing = catalogue.load(firstRooms);
  // it does not wait for the configuration
  startLoading(catalogue, location);
  const services = createServices(await loadConfig(), deviceStorage, tabStorage);
  startFirstRequests(services, location);
  await messagesComing;
  const router = createAppRouter(services, catalogue);
  createRoot(root, { onUncaughtError: showLost }).render(
    <StrictMode>
      <ServicesProvider value={services}>
        <QueryClientProvider client={services.queries}>
          <Localized catalogue={catalogue}>
            <RouterProvider router={router} />
          </Localized>
        </QueryClientProvider>
      </ServicesProvider>
    </StrictMode>,
  );
}

void startApp(start);

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  navigator.serviceWorker
    .register('/sw.js')
    .catch((error: unknown) => console.warn('The app will not open offline.', error));
}
