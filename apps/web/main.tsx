import { createCatalogue, defaultLocale, isLocale, loadCustomerRoom } from '@candor/i18n';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startFirstRequests, startLoading } from './app/first-requests.ts';
import { firstRooms, Localized } from './app/localized.tsx';
import { createAppRouter } from './app/router.tsx';
import { createServices, deviceStorage, loadConfig, ServicesProvider } from './data/index.ts';
import './styles.css';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  const language = deviceStorage.read('language')?.content;
  const catalogue = createCatalogue(isLocale(language) ? language : defaultLocale, loadCustomerRoom);
  const messagesComing = catalogue.load(firstRooms);
  // it does not wait for the configuration
  startLoading(catalogue, location);
  const services = createServices(await loadConfig(), deviceStorage);
  startFirstRequests(services, location);
  await messagesComing;
  const router = createAppRouter(services, catalogue);
  createRoot(root).render(
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

void start();

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  navigator.serviceWorker
    .register('/sw.js')
    .catch((error: unknown) => console.warn('The app will not open offline.', error));
}
