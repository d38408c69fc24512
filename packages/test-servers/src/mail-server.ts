import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { localhostCertificate, tlsKey } from './certificates.ts'

export type ReceivedMail = {
  from: string
  to: string
  subject: string
  text: string
  isEncrypted: boolean
  user: string | null
}

export type MailServer = {
  port: number
  received: ReceivedMail[]
  /** Attempted logins, successful or not. */
  logins: string[]
  close(): Promise<void>
}

/** `login`: the only accepted `user:password`; by default no login is required. `refuse`: response to every recipient. */
export type MailServerOptions = {
  port?: number
  /** `none`: no STARTTLS. `always`: TLS from the first byte. */
  tls?: 'none' | 'starttls' | 'always'
  login?: string
  refuse?: { responseCode: number; message: string }
}

/** Starts a mail server for tests that keeps the mails and logins it receives. Its certificate is for `localhost`. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { port = 0, tls = 'starttls', login, refuse } = options
  const received: ReceivedMail[] = []
  const logins: string[] = []
  const server = new SMTPServer({
    secure: tls === 'always',
    key: tlsKey,
    cert: localhostCertificate,
    disabledCommands: [...(tls === 'none' ? ['STARTTLS'] : []), ...(login === undefined ? ['AUTH'] : [])],
    // Tests check that no login is sent in clear text.
    allowInsecureAuth: true,
    authOptional: login === undefined,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      logins.push(`${username}:${password}`)
      if (`${username}:${password}` === login) done(null, { user: username ?? '' })
      else done(new Error('Invalid login'))
    },
    onRcptTo: (_address, _session, done) => done(refuse ? Object.assign(new Error(refuse.message), refuse) : null),
    onData: callbackify(async (stream: SMTPServerDataStream, { envelope, secure, user }: SMTPServerSession) => {
      const raw = await text(stream)
      const { mailFrom, rcptTo } = envelope
      received.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address).join(),
        ...contentOf(raw),
        isEncrypted: secure,
        user: user ? String(user) : null,
      })
    }),
  })
  // A client that gives up isn't a server failure.
  server.on('error', () => {})
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    logins,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Returns the subject as it was sent, and the decoded text. A long header line continues on the next line, after spaces. */
function contentOf(raw: string): { subject: string; text: string } {
  const end = raw.indexOf('\r\n\r\n')
  const head = raw.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ')
  const body = raw.slice(end + 4).replaceAll('\r\n', '\n')
  const isQuoted = /^content-transfer-encoding: quoted-printable/im.test(head)
  return { subject: /^subject: (.*)$/im.exec(head)?.[1] ?? '', text: isQuoted ? unquoted(body) : body }
}

/** Decodes quoted-printable. */
function unquoted(body: string): string {
  const bytes = body
    .replaceAll('=\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
