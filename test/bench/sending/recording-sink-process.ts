/** A sink in a process of its own that remembers when which recipient's mail was whole. Run by `recording`. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

const now = (): number => performance.timeOrigin + performance.now();
let taken: [to: string, at: number][] = [];

const server = createServer((socket) => {
  let text = '';
  let to = '';
  let message = false;
  socket
    .setNoDelay()
    .setEncoding('latin1')
    .on('error', () => undefined);
  socket.write('220 recorder ESMTP\r\n');
  socket.on('data', (chunk: string) => {
    text += chunk;
    let said = '';
    for (let end = text.indexOf(message ? '\r\n.\r\n' : '\r\n'); end >= 0; end = text.indexOf(message ? '\r\n.\r\n' : '\r\n')) {
      const line = text.slice(0, end);
      text = text.slice(end + (message ? 5 : 2));
      if (message) {
        taken.push([to, now()]);
        message = false;
        said += '250 2.0.0 taken\r\n';
      } else if (/^EHLO/i.test(line)) said += '250-recorder\r\n250-PIPELINING\r\n250 8BITMIME\r\n';
      else if (/^DATA/i.test(line)) {
        message = true;
        said += '354 go on\r\n';
      } else if (/^QUIT/i.test(line)) said += '221 bye\r\n';
      else {
        to = /^RCPT TO:<(.*?)>/i.exec(line)?.[1] ?? to;
        said += '250 2.1.0 ok\r\n';
      }
    }
    if (said) socket.write(said);
  });
});

server.listen(Number(process.argv[2]), '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
process.on('message', () => {
  process.send!({ taken });
  taken = [];
});
process.on('disconnect', () => process.exit(0));
