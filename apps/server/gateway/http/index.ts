export { createHttpApp, type HttpDeps, type HttpLimits } from './app.ts';
export type { Handlers, SignedIn } from './context.ts';
export type { Translate } from './envelope.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { createMetricsApp } from './metrics-app.ts';
export { judge } from './operations.ts';
export { tokenOf } from './token.ts';
export { loadTranslations } from './translations.ts';
