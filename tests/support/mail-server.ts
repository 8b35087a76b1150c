import { createServer, type Server, type Socket } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A mail server for the tests. */
export interface MailServer {
  /** The received mails, oldest first. */
  mails: ParsedMail[];
  stop(): Promise<void>;
}

/** Starts a mail server that accepts all mail except to `refused`. */
export async function startMailServer(port: number, { refused }: { refused?: string } = {}): Promise<MailServer> {
  const mails: ParsedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _, done) =>
      done(address === refused ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null),
    onData: (stream, _, done) => {
      simpleParser(stream).then((mail) => {
        mails.push(mail);
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { mails, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Starts a mail server that accepts connections and never sends anything. */
export async function startSilentServer(port: number): Promise<{ called: Promise<void>; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  let answered = (): void => undefined;
  const called = new Promise<void>((resolve) => {
    answered = resolve;
  });
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    answered();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { called, stop };
}
