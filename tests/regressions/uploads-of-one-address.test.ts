import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type House, openHouse } from '../api/support/house.ts';
import { newPerson, type Person } from '../api/support/person.ts';
import { photo } from '../api/support/photos.ts';
import { eventually } from '../support/patience.ts';

/** More than fill all places of a door, two of each account. */
const ACCOUNTS = 7;

let house: House;
let senders: Person[];
let victim: Person;
let clear: Buffer;
const held: Socket[] = [];

beforeAll(async () => {
  house = await openHouse();
  senders = await Promise.all(Array.from({ length: ACCOUNTS }, () => newPerson(house, false)));
  victim = await newPerson(house, false);
  clear = await photo();
});
afterAll(async () => {
  for (const socket of held) socket.destroy();
  await house?.stop();
});

/** Begins an upload from an address of this machine and sends nothing of its file; gives what is answered. */
async function begin({ token }: Person, localAddress: string): Promise<() => string> {
  const { hostname, port } = new URL(house.url);
  const socket = connect({
    host: hostname === 'localhost' ? '127.0.0.1' : hostname,
    port: Number(port),
    localAddress,
  });
  held.push(socket);
  let said = '';
  socket.on('data', (chunk) => {
    said += chunk;
  });
  // a refused upload is cut off
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    `POST /api/common/upload/OSS HTTP/1.1\r\nHost: x\r\nAuthorization: ${token}\r\n` +
      'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n--x\r\n',
  );
  return () => said;
}

/** Uploads a photo from an address of this machine; resolves with the answer. */
async function uploadFrom(localAddress: string, { token }: Person): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(clear)], { type: 'image/jpeg' }), 'photo.jpg');
  form.set('type', '0');
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const sent = request(`${house.url}/api/common/upload/OSS`, {
    method: 'POST',
    localAddress,
    family: 4,
    agent: false,
    headers: {
      authorization: token,
      'content-type': encoded.headers.get('content-type')!,
      'content-length': String(body.length),
    },
  });
  const answered = once(sent, 'response');
  sent.end(body);
  const [response] = (await answered) as [IncomingMessage];
  return text(response);
}

test('slow uploads of many accounts from one address leave places for another address', async () => {
  const answers: (() => string)[] = [];
  for (const sender of [...senders, ...senders]) answers.push(await begin(sender, '127.0.0.1'));
  const refused = () => answers.filter((answer) => answer().includes('RATE_LIMITED')).length;
  // all have been let in or refused once this many are refused
  await eventually(() => expect(refused()).toBeGreaterThanOrEqual(2));
  expect(await uploadFrom('127.0.0.2', victim)).toContain('"code":200');
  // places are given back with their connections
  for (const socket of held.splice(0)) socket.destroy();
  await eventually(async () => expect(await uploadFrom('127.0.0.1', victim)).toContain('"code":200'));
});
