/** TLS before servers that speak none themselves: a proxy that demands a client certificate, and one that looks for an API key in gRPC. */
import { connect as connectHttp2, createSecureServer } from 'node:http2';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2';
import { connect } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:tls';
import type { Certificate } from './certificates.ts';

export interface TlsProxy {
  port: number;
  stop(): Promise<void>;
}

export interface TlsProxyOptions {
  /** Of the server behind it, on this machine. */
  port: number;
  certificate: Certificate;
  /** PEM of the authority that callers must show a certificate of. */
  ca: string;
}

async function listening(server: Server, ended?: () => void): Promise<TlsProxy> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('close', () => sockets.delete(socket))));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      ended?.();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const demanding = ({ certificate: { cert, key }, ca }: TlsProxyOptions) => ({ cert, key, ca, requestCert: true, rejectUnauthorized: true });

/** Bytes pass as they are. */
export function startTlsProxy(options: TlsProxyOptions): Promise<TlsProxy> {
  const server = createServer(demanding(options), (outside) => {
    const inside = connect(options.port, '127.0.0.1');
    for (const [one, other] of [
      [inside, outside],
      [outside, inside],
    ] as const)
      one
        .pipe(other)
        .on('error', () => one.destroy())
        .on('close', () => one.destroy());
  });
  return listening(server);
}

const UNAUTHENTICATED = { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '16', 'grpc-message': 'no API key' };

/** Of gRPC, calls with the API key pass; all others are answered UNAUTHENTICATED. */
export function startGrpcTlsProxy(options: TlsProxyOptions & { apiKey: string }): Promise<TlsProxy> {
  const upstream = connectHttp2(`http://127.0.0.1:${options.port}`);
  const server = createSecureServer(demanding(options));
  server.on('stream', (outside, headers: IncomingHttpHeaders) => {
    if (headers.authorization !== `Bearer ${options.apiKey}`) return outside.respond(UNAUTHENTICATED, { endStream: true });
    delete headers[':authority'];
    const inside = upstream.request(headers as OutgoingHttpHeaders);
    let trailers: IncomingHttpHeaders = {};
    inside.on('response', ({ ':status': status, ...answer }, flags) => {
      const endStream = (flags & 1) === 1;
      outside.respond({ ':status': status!, ...answer } as OutgoingHttpHeaders, { endStream, waitForTrailers: !endStream });
    });
    inside.on('trailers', (last) => (trailers = last));
    outside.on('wantTrailers', () => outside.sendTrailers(trailers as OutgoingHttpHeaders));
    inside.on('error', () => outside.close());
    outside.on('error', () => inside.close()).on('aborted', () => inside.close());
    outside.pipe(inside);
    inside.pipe(outside);
  });
  return listening(server as unknown as Server, () => upstream.destroy());
}
