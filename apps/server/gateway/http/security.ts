import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const YEAR_SECONDS = 31_536_000;

/** Transport of pages and answers. */
export interface Transport {
  /** True behind https: browsers then keep to it for a year. */
  readonly secure: boolean;
  /** True if they shall for all hosts below ours too. */
  readonly subdomains?: boolean | undefined;
}

/** Own scripts and styles from own files only: nothing inline, no eval, no other origin, never in a frame. */
function pagePolicy({ secure, subdomains = false }: Transport): FastifyHelmetOptions {
  return {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure ? { maxAge: YEAR_SECONDS, includeSubDomains: subdomains } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
  };
}

/** Pages: helmet with the strict policy, and no device features. */
export async function securePages(app: FastifyInstance, transport: Transport): Promise<void> {
  await app.register(helmet, pagePolicy(transport));
  app.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()');
  });
}

/** Headers of the API's answers: never kept, never sniffed, never shown as a page. By hand, for the order path. */
export function answerHeaders({ secure, subdomains = false }: Transport): Readonly<Record<string, string>> {
  const hsts = `max-age=${YEAR_SECONDS}${subdomains ? '; includeSubDomains' : ''}`;
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    ...(secure ? { 'strict-transport-security': hsts } : {}),
  };
}

/** Sets them on what the framework itself sends; calls write their answers with them. */
export function secureAnswers(app: FastifyInstance, transport: Transport): void {
  const headers = answerHeaders(transport);
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.headers(headers);
    done(null, payload);
  });
}
