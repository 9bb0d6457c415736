import { defaultLocale, isLocale } from '@candor/i18n';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startFirstRequests } from './app/first-requests.ts';
import { Localized, loadCatalogue } from './app/localized.tsx';
import { createAppRouter } from './app/router.tsx';
import { createServices, deviceStorage, loadConfig, ServicesProvider } from './data/index.ts';
import './styles.css';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  const language = deviceStorage.read('language')?.content;
  const catalogueComing = loadCatalogue(isLocale(language) ? language : defaultLocale);
  // The route imports it as well; here it does not wait for config and catalogue. A failure is the route's to show.
  if (location.pathname === '/trade/index') import('./app/trade-route.tsx').catch(() => undefined);
  const services = createServices(await loadConfig(), deviceStorage);
  startFirstRequests(services, location);
  const catalogue = await catalogueComing;
  const router = createAppRouter(services);
  createRoot(root).render(
    <StrictMode>
      <ServicesProvider value={services}>
        <QueryClientProvider client={services.queries}>
          <Localized initial={catalogue}>
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
