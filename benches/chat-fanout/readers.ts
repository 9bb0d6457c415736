/** A process of MQTT clients of the bench: each reads one topic, and the process reports how many messages came. */
import process from 'node:process';
import mqttPacket from 'mqtt-packet';
import { WebSocket } from 'ws';

export interface OpenReaders {
  readonly port: number;
  /** The topic of each client; its number is its user. */
  readonly topics: readonly string[];
  readonly from: number;
}

export type FromReaders = { readonly type: 'opened' } | { readonly type: 'count'; readonly count: number };

const REPORT_MS = 20;
/** Well within the keepalive, after which a broker closes the connection of a silent client. */
const PING_MS = 15_000;
let count = 0;
let reported = 0;

function open(port: number, userId: number, topic: string): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/mqtt`, ['mqtt'], { perMessageDeflate: false });
  const parser = mqttPacket.parser();
  const write = (packet: mqttPacket.Packet) => socket.send(mqttPacket.generate(packet));
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () =>
      write({
        cmd: 'connect',
        clientId: `bench-${userId}`,
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        keepalive: 60,
        username: String(userId),
        password: Buffer.from(String(userId)),
      }),
    );
    parser.on('packet', (packet) => {
      if (packet.cmd === 'connack')
        write({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 0 }] });
      else if (packet.cmd === 'suback') resolve();
      else if (packet.cmd === 'publish') count += 1;
    });
    socket.on('message', (data: Buffer) => void parser.parse(data));
    socket.on('open', () => setInterval(() => write({ cmd: 'pingreq' }), PING_MS));
  });
}

process.on('message', async ({ port, topics, from }: OpenReaders) => {
  for (const [at, topic] of topics.entries()) await open(port, from + at, topic);
  process.send?.({ type: 'opened' } satisfies FromReaders);
});
process.on('disconnect', () => process.exit());
setInterval(() => {
  if (count !== reported) process.send?.({ type: 'count', count } satisfies FromReaders);
  reported = count;
}, REPORT_MS);
