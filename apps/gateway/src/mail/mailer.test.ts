import { type MailServerOptions, startMailServer } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { config, type GatewayConfig, smtpUrl } from '../config.ts'
import { createMailer } from './mail.ts'

const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello.\n' }

async function trySend(url: (port: number) => string, options: MailServerOptions) {
  const server = await startMailServer(options)
  try {
    const settings = {
      SMTP_URL: smtpUrl.parse(url(server.port)),
      MAIL_FROM: { name: 'Horn, Inc.', address: 'a@example.com' },
      PUBLIC_URL: 'https://x.example',
    }
    const mailer = createMailer(settings as GatewayConfig)
    const sent = await mailer?.send(mail, new AbortController().signal)
    return { sent, received: server.received, logins: server.logins }
  } finally {
    await server.close()
  }
}

// Loopback, but not recognizable by name. The server's certificate isn't valid for it either.
const elsewhere = (port: number) => `smtp://ada:secret@[::ffff:127.0.0.1]:${port}`

describe('a mail', () => {
  it('is sent with the login of the address, encrypted where the server offers it', async () => {
    const { sent, received } = await trySend((port) => `smtp://ada:s%40cret@127.0.0.1:${port}`, { login: 'ada:s@cret' })
    expect(sent).toEqual({ outcome: 'sent' })
    expect(received).toMatchObject([{ ...mail, from: 'a@example.com', user: 'ada', isEncrypted: true }])
  })

  it('is not sent, and no login shown, without STARTTLS or with a certificate that no one trusts, unless that is asked for', async () => {
    for (const tls of ['none', 'starttls'] as const) {
      const refused = await trySend(elsewhere, { tls, login: 'ada:secret' })
      expect([refused.sent?.outcome, refused.logins, refused.received]).toEqual(['failed', [], []])
      const allowed = await trySend((port) => `${elsewhere(port)}?starttls=optional`, { tls, login: 'ada:secret' })
      expect([allowed.sent?.outcome, allowed.received[0]?.isEncrypted]).toEqual(['sent', tls === 'starttls'])
    }
    const always = await trySend((port) => `smtps://ada:secret@127.0.0.1:${port}`, {
      tls: 'always',
      login: 'ada:secret',
    })
    expect([always.sent?.outcome, always.logins]).toEqual(['failed', []])
  })

  it.each([
    ['no such mailbox', { refuse: { responseCode: 550, message: 'no ada@example.com here' } }, 'refused', 550],
    ['a mailbox that is full', { refuse: { responseCode: 452, message: 'ada@example.com is full' } }, 'failed', 452],
    ['a wrong login', { login: 'ada:other' }, 'failed', 535],
  ])('has an outcome without the texts of the server: %s', async (_, options, outcome, responseCode) => {
    const { sent } = await trySend(
      (port) => `smtp://${'login' in options ? 'ada:secret@' : ''}127.0.0.1:${port}`,
      options,
    )
    expect(sent).toMatchObject({ outcome, responseCode })
    expect(JSON.stringify(sent)).not.toMatch(/ada|secret/)
  })
})

describe('the address of a mail server', () => {
  it.each([
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, tls: 'required' }],
    ['smtp://mail.example.com:25?starttls=optional', { host: 'mail.example.com', port: 25, tls: 'optional' }],
    [
      'smtps://a:b@mail.example.com',
      { host: 'mail.example.com', port: 465, tls: 'always', login: { user: 'a', pass: 'b' } },
    ],
    ['smtp://localhost', { host: 'localhost', port: 587, tls: 'optional' }],
    ['smtp://LOCALHOST', { host: 'localhost', port: 587, tls: 'optional' }],
    ['smtp://post.müller.example', { host: 'post.xn--mller-kva.example', port: 587, tls: 'required' }],
    ['smtp://[::1]:25', { host: '::1', port: 25, tls: 'optional' }],
    ['smtp://127.evil.example', { host: '127.evil.example', port: 587, tls: 'required' }],
  ])('%s', (url, server) => expect(smtpUrl.parse(url)).toEqual(server))

  it.each([
    'mail.example.com',
    'http://mail.example.com',
    'smtp://',
    'smtp://a@mail.example.com',
    'smtp://a:%zz@mail.example.com',
    'smtp://mail.example.com:0',
    'smtp://mail.example.com/inbox',
    'smtp://mail.example.com?starttls=never',
    'smtps://mail.example.com?starttls=optional',
  ])('is refused, and not repeated, where a part of it would be ignored: %s', (url) => {
    const { error } = smtpUrl.safeParse(url)
    expect(error?.issues).toHaveLength(1)
    expect(error?.issues[0]?.message).not.toContain('mail.example.com')
  })
})

describe('the settings of mail', () => {
  const all = {
    SMTP_URL: smtpUrl.parse('smtp://127.0.0.1'),
    MAIL_FROM: { name: '', address: 'a@example.com' },
    PUBLIC_URL: 'https://x.example',
  }
  it.each(['SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL'])(
    'end the start with one sentence where only %s is missing',
    (name) => {
      expect(() => createMailer({ ...all, [name]: undefined } as GatewayConfig)).toThrow(
        /^SMTP_URL, MAIL_FROM: [^\n]+$/,
      )
    },
  )

  it('may both be absent: no mail is sent then', () => {
    expect(createMailer({ PUBLIC_URL: all.PUBLIC_URL } as GatewayConfig)).toBeUndefined()
  })

  it.each([
    ['a@example.com', { name: '', address: 'a@example.com' }],
    ['Horn, Inc. <a@example.com>', { name: 'Horn, Inc.', address: 'a@example.com' }],
    ['a@example.com\r\nBcc: b@example.com', undefined],
    ['Horn <a@example.com', undefined],
    ['Horn', undefined],
  ])('take one sender: %j', (sender, read) => expect(config.MAIL_FROM.safeParse(sender).data).toEqual(read))
})
