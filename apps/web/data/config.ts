import type { PlatformConfig } from '@candor/api';
import { TOKEN_AGE_SECONDS } from '@candor/products';

declare global {
  interface Window {
    __PLATFORM_CONFIG__?: unknown;
  }
}

/** The part of the platform's config that the app needs. */
export type AppConfig = Pick<
  PlatformConfig,
  'head' | 'apiBase' | 'socketBase' | 'tenantId' | 'tokenAgeSeconds'
> & {
  /** Payloads of withdrawals are encrypted to it; undefined while the config can't be read. */
  readonly withdrawalKey?: PlatformConfig['withdrawalKey'];
};

/** Used while the config can't be read; the calls then say what is wrong. */
export const defaultConfig: AppConfig = {
  head: 'v1',
  apiBase: '',
  socketBase: '',
  tenantId: 'candor',
  tokenAgeSeconds: TOKEN_AGE_SECONDS,
};

/** Longest wait of the page for its config. */
const CONFIG_MS = 15_000;

/** The config's script, which boot.js puts into the page unless the app was faster. */
function configScript(): HTMLElement {
  const put = document.getElementById('platform-config');
  if (put !== null) return put;
  const script = document.createElement('script');
  script.id = 'platform-config';
  script.src = '/platform/dev/config.js';
  document.head.append(script);
  return script;
}

/** Waits for the config's script. */
function configLoaded(): Promise<void> {
  if (window.__PLATFORM_CONFIG__ !== undefined) return Promise.resolve();
  const script = configScript();
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('the config did not load'));
    if (script.dataset.failed === 'true') {
      fail();
      return;
    }
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', fail);
    setTimeout(fail, CONFIG_MS);
  });
}

/** Takes the app's part out of the platform's config. @throws Error naming the field that has another type */
function readConfig(config: unknown): AppConfig {
  const given = Object(config) as Readonly<Record<keyof AppConfig, unknown>>;
  for (const field of Object.keys(defaultConfig) as (keyof typeof defaultConfig)[]) {
    if (typeof given[field] !== typeof defaultConfig[field]) throw new Error(`config: ${field} is missing`);
  }
  return given as AppConfig;
}

/** The platform's config. Never fails: see `defaultConfig`. */
export async function loadConfig(): Promise<AppConfig> {
  try {
    await configLoaded();
    return readConfig(window.__PLATFORM_CONFIG__);
  } catch (error) {
    console.warn('The platform config could not be read.', error);
    return defaultConfig;
  }
}

/** Turns the configured socket origin, or the page's, into the address of a socket. */
export function socketUrl(
  socketBase: string,
  path: string,
  page: Pick<Location, 'protocol' | 'host'>,
): string {
  const base = socketBase === '' ? `${page.protocol}//${page.host}` : socketBase;
  return base.replace(/^http/, 'ws').replace(/\/$/, '') + path;
}
