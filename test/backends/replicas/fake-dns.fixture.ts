/** Fake DNS server as in container networks: returns the addresses of one name (RFC 1035). */
import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';

export interface FakeDns {
  port: number;
  close(): void;
}

/** `addresses` is called for every query and returns IPv4 addresses, or none for an unknown name. */
export async function startFakeDns(addresses: (name: string) => string[]): Promise<FakeDns> {
  const socket = createSocket('udp4');
  socket.on('message', (query: Buffer, { port, address }: RemoteInfo) =>
    socket.send(responseTo(query, addresses), port, address),
  );
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, close: () => socket.close() };
}

const headerSize = 12;
const forIpv4 = 1;
/** TTL in seconds. */
const validity = 1;

function responseTo(query: Buffer, addresses: (name: string) => string[]): Buffer {
  const labels: string[] = [];
  let end = headerSize;
  for (let size = query[end]!; size > 0; size = query[end]!) {
    labels.push(query.toString('latin1', end + 1, end + 1 + size));
    end += 1 + size;
  }
  const questionSection = query.subarray(headerSize, end + 5);
  const found = addresses(labels.join('.').toLowerCase());
  const records = query.readUInt16BE(end + 1) === forIpv4 ? found.map(record) : [];
  const header = Buffer.alloc(headerSize);
  query.copy(header, 0, 0, 2);
  // Response flags: recursion desired and available; NXDOMAIN for an unknown name.
  header.writeUInt16BE(0x8180 | (found.length > 0 ? 0 : 3), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, questionSection, ...records]);
}

function record(address: string): Buffer {
  const start = Buffer.alloc(12);
  // Name pointer to the question section.
  start.writeUInt16BE(0xc000 | headerSize, 0);
  start.writeUInt16BE(forIpv4, 2);
  start.writeUInt16BE(1, 4);
  start.writeUInt32BE(validity, 6);
  start.writeUInt16BE(4, 10);
  return Buffer.concat([start, Buffer.from(address.split('.').map(Number))]);
}
