import { ConfigError, type Counter, type Metrics } from '@posthorn/chassis'
import type { NodemailerError, Transporter } from 'nodemailer'
import type { GatewayConfig, SmtpServer } from '../config.ts'

/** A plain-text mail to one address. */
export type Mail = { to: string; subject: string; text: string }

/** Result of sending a mail: `failed` may be temporary, `refused` is permanent. Only codes: a message may contain the recipient. */
export type Sent =
  | { outcome: 'sent' }
  | { outcome: 'failed' | 'refused'; code: string; responseCode: number | undefined }

export type Mailer = {
  /** Base URL for links in mails. */
  publicUrl: string
  send(mail: Mail, signal: AbortSignal): Promise<Sent>
}

export type MailMetrics = Counter<'outcome'>

const connectTimeoutMs = 10_000
/** Shorter than the mail's lease, so that a server that responds slowly can't outlast it. */
const sendTimeoutMs = 60_000

/**
 * Creates the mailer, or returns undefined if the installation has no mail server. Links never use a request's host, because the sender of
 * the request chooses it.
 *
 * @throws ConfigError if only one of `SMTP_URL` and `MAIL_FROM` is given, or `PUBLIC_URL` is missing.
 */
export function createMailer({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: GatewayConfig): Mailer | undefined {
  if (SMTP_URL === undefined && MAIL_FROM === undefined) return undefined
  if (SMTP_URL === undefined || MAIL_FROM === undefined || PUBLIC_URL === undefined)
    throw new ConfigError('SMTP_URL, MAIL_FROM: to send mail set both and PUBLIC_URL, else neither')
  let transport: Transporter | undefined
  return {
    publicUrl: PUBLIC_URL,
    async send({ to, subject, text }, signal) {
      try {
        // Imported on demand, because most installations send no mail.
        transport ??= (await import('nodemailer')).createTransport(optionsOf(SMTP_URL))
        await transport.sendMail({
          from: MAIL_FROM,
          to: { name: '', address: to },
          subject,
          text,
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: AbortSignal.any([signal, AbortSignal.timeout(sendTimeoutMs)]),
        })
        return { outcome: 'sent' }
      } catch (err) {
        const { code = 'unknown', responseCode, permanent } = err as NodemailerError
        const isRefused = permanent === true && (code === 'EENVELOPE' || code === 'EMESSAGE')
        return { outcome: isRefused ? 'refused' : 'failed', code, responseCode }
      }
    },
  }
}

/** Returns the mail client's options. `optional` accepts any certificate, because such servers often have none from an authority. */
const optionsOf = ({ host, port, login, tls }: SmtpServer) => ({
  host,
  port,
  secure: tls === 'always',
  requireTLS: tls === 'required',
  opportunisticTLS: tls === 'optional',
  tls: { rejectUnauthorized: tls !== 'optional' },
  ...(login && { auth: login }),
  connectionTimeout: connectTimeoutMs,
  dnsTimeout: connectTimeoutMs,
  greetingTimeout: connectTimeoutMs,
  socketTimeout: sendTimeoutMs,
})

export const createMailMetrics = (metrics: Metrics): MailMetrics =>
  metrics.counter('mail_total', 'Mails by outcome: sent, failed (tried again), refused, late (given up after a day)', [
    'outcome',
  ])
