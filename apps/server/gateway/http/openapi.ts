import {
  CANDLES_COST_WORDS,
  type Call,
  callCost,
  calls,
  DEEPEST_RECORD,
  errors,
  KEY_HEADER,
  problem,
  REQUEST_WINDOW_MS,
  SIGNATURE_HEADER,
} from '@candor/api';
import { z } from 'zod';
import { LARGEST_PAGE } from './turned-pages.ts';

/** Text of the documentation: the signature of a request. */
export const SIGNING_WORDS =
  'The signature is HMAC-SHA256, in lower-case hexadecimal digits, of six lines: request-time, request-window (empty ' +
  'where it is not sent), the method, the path with its query, idempotency-key (empty where it is not sent), the body. ' +
  'The lines are joined by a line feed.';

/** Text of the documentation: the reading of numbers, parts and pages. */
export const READING_WORDS =
  'A quantity may also be sent as a JSON number of at most 15 significant digits; one of more is refused by the name of its ' +
  'field. A call by POST whose fields are query parameters takes them in a JSON body as well; a field that both give ' +
  `differently is refused by name. A list of a user takes current (from 1) and size in place of a cursor, for the newest ` +
  `${DEEPEST_RECORD} records, and costs its points again for each ${LARGEST_PAGE} records before the page; a deeper page is refused with PAGE_TOO_DEEP.`;

/** Text of the documentation: the search for an order that goes on under another id. */
export const KEPT_WORDS =
  'A stop that fires and leaves a part open goes on for that part under a new id and with the same clientOrderId. An act on ' +
  'the old id is refused with ORDER_CANCELLED, or with ORDER_FILLED once the rest is filled, and details.keptAs is the id ' +
  'of the order that took its place. A cancel by clientOrderId finds the one that is open.';

type Json = Record<string, unknown>;

export interface OpenApiInfo {
  readonly title: string;
  readonly version: string;
  readonly head: string;
}

/** The JSON Schema of what goes in (before transforms) or of what comes out. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  return rest;
}

/** The OpenAPI 3.1 document of a call table: every call at its path and its aliases. */
export function openApiOf(table: Readonly<Record<string, Call>>, info: OpenApiInfo): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const call of Object.values(table)) {
    for (const place of [{ method: call.method, path: call.path }, ...call.aliases]) {
      const path = place.path.replace('{head}', info.head);
      const methods = paths[path] ?? {};
      paths[path] = methods;
      methods[place.method.toLowerCase()] = operationOf(call);
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: info.version,
      description:
        'Every answer is an envelope {code, msg, data}; code 200 is success and everything else is refused, with HTTP ' +
        `status 200. Amounts, prices and quantities are decimal text. ${READING_WORDS} ${KEPT_WORDS} ` +
        'Acts take an Idempotency-Key header: the same key ' +
        'with the same body is the same act for 7 days. A user has so many acts in a UTC day; past them ' +
        'DAILY_ACTS_REACHED says when to go on, while a tenth more of cancels, closes, repayments and transfers ' +
        'still pass. Each address and each user has points in a second, of which each call costs its x-cost; past ' +
        'them RATE_LIMITED says when there are new ones.',
    },
    tags: [...new Set(Object.values(table).map((call) => call.section))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        authorization: { type: 'apiKey', in: 'header', name: 'authorization' },
        satoken: { type: 'apiKey', in: 'header', name: 'satoken' },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: KEY_HEADER,
          description: `Beside it ${SIGNATURE_HEADER} and request-time. ${SIGNING_WORDS}`,
        },
      },
      schemas: { Failure: failureSchema() },
    },
  };
}

function operationOf(call: Call): Json {
  const byKey = call.keyScope === null ? [] : [{ apiKey: [] }];
  const secured = [{ authorization: [] }, { satoken: [] }, ...byKey];
  return {
    operationId: call.name,
    summary: call.summary,
    tags: [call.section],
    'x-cost': call.name === calls.getCandles.name ? CANDLES_COST_WORDS : callCost(call, undefined),
    parameters: [
      ...parametersOf(call.params, 'path'),
      ...parametersOf(call.query, 'query'),
      ...headersOf(call),
    ],
    ...requestBodyOf(call),
    ...(call.keyScope === null ? {} : { 'x-key-scope': call.keyScope }),
    responses: {
      200: {
        description: 'Done (code 200), or refused (any other code).',
        content: {
          'application/json': {
            schema: { oneOf: [successSchema(call), { $ref: '#/components/schemas/Failure' }] },
          },
        },
      },
    },
    ...(call.auth === 'none' ? {} : { security: call.auth === 'optional' ? [...secured, {}] : secured }),
  };
}

/** A form with a file, JSON, or nothing. */
function requestBodyOf(call: Call): Json {
  if (call.upload) {
    const properties = { file: { type: 'string', format: 'binary' }, type: { type: 'string', const: '0' } };
    const schema = { type: 'object', properties, required: ['file'] };
    return { requestBody: { content: { 'multipart/form-data': { schema } } } };
  }
  if (call.body === null) return {};
  return { requestBody: { content: { 'application/json': { schema: jsonSchemaOf(call.body, 'input') } } } };
}

function parametersOf(schema: z.ZodType | null, place: 'path' | 'query'): Json[] {
  if (schema === null) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function headersOf(call: Call): Json[] {
  const language = { name: 'lang', in: 'header', schema: { type: 'string' } };
  if (!call.act) return [language];
  const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 64 } };
  const time = {
    name: 'request-time',
    in: 'header',
    description:
      "When the act was begun, in ms of the server's time, which every answer has in `server-time`; without it, when it arrived.",
    schema: { type: 'string', pattern: '^[0-9]{1,15}$' },
  };
  const window = {
    name: 'request-window',
    in: 'header',
    description: `How many ms later it may still begin; else REQUEST_LATE, and nothing is done.`,
    schema: { type: 'string', pattern: '^[0-9]{1,5}$', default: String(REQUEST_WINDOW_MS) },
  };
  return [language, key, time, window];
}

function successSchema(call: Call): Json {
  return {
    type: 'object',
    properties: {
      code: { const: 200 },
      msg: { type: 'string' },
      data: jsonSchemaOf(call.data, 'output'),
    },
    required: ['code', 'msg', 'data'],
  };
}

function failureSchema(): Json {
  return {
    type: 'object',
    properties: {
      code: { type: 'integer', enum: Object.values(errors).map(({ code }) => code) },
      msg: { type: 'string' },
      data: jsonSchemaOf(problem, 'output'),
    },
    required: ['code', 'msg', 'data'],
  };
}
