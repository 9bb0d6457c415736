import {
  CANDLES_COST_WORDS,
  type Call,
  callCost,
  calls,
  DOCS_COST,
  type ErrorKey,
  errorMessageId,
  errors,
} from '@candor/api';
import type { Messages } from '@candor/i18n';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { docsStyle } from './docs-style.ts';
import { EncodedBody } from './encodings.ts';
import { escapeHtml } from './escape-html.ts';
import {
  jsonSchemaOf,
  KEPT_WORDS,
  type OpenApiInfo,
  openApiOf,
  READING_WORDS,
  SIGNING_WORDS,
} from './openapi.ts';

type Table = Readonly<Record<string, Call>>;

/**
 * Serves /openapi.json and a page for people at /docs, which needs no script and nothing from elsewhere. `texts` are
 * the English texts of the errors.
 */
export function serveDocs(app: FastifyInstance, table: Table, info: OpenApiInfo, texts: Messages): void {
  // written for the first reader: a start need not wait for the schemas of all calls
  const serve = (path: string, type: string, write: () => string) => {
    let body: EncodedBody | null = null;
    const config = { limit: { cost: () => DOCS_COST, repeatable: false } };
    app.get(path, { config }, async (request, reply) => {
      body ??= new EncodedBody(Buffer.from(write()), true);
      const { bytes, encoding } = await body.for(request.headers['accept-encoding']);
      if (encoding !== null) reply.header('content-encoding', encoding);
      return reply.header('vary', 'accept-encoding').type(`${type}; charset=utf-8`).send(bytes);
    });
  };
  serve('/openapi.json', 'application/json', () => JSON.stringify(openApiOf(table, info)));
  serve('/docs', 'text/html', () => docsPage(table, info, texts));
  serve('/docs/style.css', 'text/css', () => docsStyle);
}

function docsPage(table: Table, info: OpenApiInfo, texts: Messages): string {
  const calls = Object.values(table);
  const sections = [...new Set(calls.map((call) => call.section))];
  const links = sections.map((section) => `<li><a href="#${section}">${section}</a></li>`).join('');
  const bodies = sections
    .map((section) => {
      const own = calls.filter((call) => call.section === section);
      return `<section id="${section}"><h2>${section}</h2>${own.map((call) => callBlock(call, info.head)).join('')}</section>`;
    })
    .join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)}</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<header><h1>${escapeHtml(info.title)}</h1>
<p>Version ${escapeHtml(info.version)}. The same as a document for machines: <a href="/openapi.json">/openapi.json</a>.</p></header>
<nav aria-label="Sections"><ul>${links}<li><a href="#errors">errors</a></li></ul></nav>
<main>
<section id="rules"><h2>rules</h2>
<p>Every answer is <code>{"code", "msg", "data"}</code>. Code 200 is success; any other code is a refusal, and nothing has changed. Amounts, prices and quantities are decimal text, never floating-point numbers. ${READING_WORDS}</p>
<p>${KEPT_WORDS}</p>
<p>Signed-in calls carry the token in <code>authorization</code> or <code>satoken</code>. <code>lang</code> chooses the language of messages.</p>
<p>Calls marked <em>key: read</em> or <em>key: trade</em> also take requests that an API key with that scope signed, without a token: headers <code>api-key</code>, <code>api-signature</code> and <code>request-time</code>. ${SIGNING_WORDS} Past its window a request is refused. A repeated request is the same act.</p>
<p>Calls marked <em>act</em> take an <code>Idempotency-Key</code> header: the same key with the same body is the same act for 7 days, and gets the same answer. A user has so many acts in a UTC day; past them <code>DAILY_ACTS_REACHED</code> says when to go on, while a tenth more of cancels, closes, repayments and transfers still pass.</p>
<p>Each address (of IPv6, each /64) and each user has so many points in a second. Every request costs some, be it a call, a page, a file or nothing that exists: a common one 1, this page ${DOCS_COST}, and each call what stands beside it. Past them <code>RATE_LIMITED</code> says in <code>retryAfterMs</code> when there are new ones. An act that was done is still answered under its key.</p>
<p>Answers marked <em>kept for a second</em> are the same for everybody who is not signed in, and up to a second old. Answers of 1 KB and more come compressed where <code>Accept-Encoding</code> takes <code>br</code> or <code>gzip</code>; acts and what belongs to the account never do.</p></section>
${bodies}
<section id="errors"><h2>errors</h2><table><thead><tr><th scope="col">Code</th><th scope="col">Key</th><th scope="col">Message</th></tr></thead><tbody>${errorRows(texts)}</tbody></table></section>
</main>
</body>
</html>
`;
}

function callBlock(call: Call, head: string): string {
  const path = escapeHtml(call.path.replace('{head}', head));
  const marks = [
    call.auth === 'required' ? 'signed in' : call.auth === 'optional' ? 'signed in or not' : 'open',
    ...(call.act ? ['act'] : []),
    ...(call.keyScope === null ? [] : [`key: ${call.keyScope}`]),
    `costs ${costWords(call)}`,
    ...(call.isShared ? ['kept for a second'] : []),
  ];
  return `<article id="${call.name}"><h3><span class="method">${call.method}</span> <code>${path}</code></h3>
<p>${escapeHtml(call.summary)} <span class="marks">${marks.join(', ')}</span></p>
${part('Path', call.params, 'input')}${part('Query', call.query, 'input')}${part('Body', call.body, 'input')}${part('data', call.data, 'output')}</article>`;
}

function costWords(call: Call): string {
  return call.name === calls.getCandles.name ? CANDLES_COST_WORDS : String(callCost(call, undefined));
}

function part(title: string, schema: z.ZodType | null, io: 'input' | 'output'): string {
  if (schema === null) return '';
  const text = JSON.stringify(jsonSchemaOf(schema, io), null, 2);
  return `<details><summary>${title}</summary><pre tabindex="0">${escapeHtml(text)}</pre></details>`;
}

function errorRows(texts: Messages): string {
  return Object.entries(errors)
    .map(([key, { code }]) => {
      const text = escapeHtml(texts[errorMessageId(key as ErrorKey)] ?? '');
      return `<tr><td>${code}</td><td><code>${key}</code></td><td>${text}</td></tr>`;
    })
    .join('');
}
