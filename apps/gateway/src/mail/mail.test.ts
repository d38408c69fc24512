import { randomUUID } from 'node:crypto'
import { freePort, type MailServer, type ReceivedMail, startMailServer, until } from '@posthorn/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addSecondFactor,
  type Browser,
  createBrowser,
  firstOwner,
  password,
  type SignedIn,
} from '../access/sign-in/browser.fixture.ts'
import { type GatewayFixture, startGatewayFixture, type TestResponse } from '../gateway.fixture.ts'

const publicUrl = 'https://posthorn.example.com'
let mails: MailServer
let fixture: GatewayFixture
let outside: () => Browser
beforeAll(async () => {
  mails = await startMailServer()
  fixture = await startGatewayFixture({
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: 'Posthorn <posthorn@example.com>',
    PUBLIC_URL: publicUrl,
  })
  outside = () => createBrowser(fixture)
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await mails.close()
})
beforeEach(() => fixture.gateway.rows('delete from sign_in_tries'))

const refusal = ({ status, json }: TestResponse) => [status, json['errorCode']]
const newPassword = 'another one of mine'
const sentTo = (email: string, page: string) =>
  mails.received.filter(({ to, text }) => to === email && text.includes(`/app/${page}#`))
const tokenOf = (mail: ReceivedMail | undefined) => /#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? 'none'

/** Waits for the nth mail to this address with a link to this page, and returns the token in the link. */
async function tokenIn(email: string, page: string, nth = 1): Promise<string> {
  await until(() => sentTo(email, page).length >= nth, { describe: `mail ${nth} to ${page}` })
  return tokenOf(sentTo(email, page)[nth - 1])
}

const isProven = async (email: string) =>
  (await fixture.gateway.clients.gateway.people.list.query({ email }, fixture.operator())).map(({ proven }) => proven)
const signIn = (email: string, given: string) => outside().auth('POST sign-in', { email, password: given })
const forgot = (email: string, browser = outside()) => browser.auth('POST forgot', { email })
const set = (token: string, given = newPassword) => outside().auth('POST reset', { token, password: given })
const invite = (by: SignedIn, email: string) => by.browser.send('/v1/invitations', { json: { email, role: 'agent' } })
/** Waits until all requested mails are sent or dropped. */
const allDone = () => until(async () => (await fixture.gateway.rows('select from mail')).length === 0)

describe('an invitation', () => {
  it('is mailed to its address with the link of the response', async () => {
    const email = `${randomUUID()}@shop.example.com`
    const { json } = await invite(await firstOwner(fixture), email)
    expect(json).toMatchObject({
      mailStatus: 'waiting',
      link: `${publicUrl}/app/welcome#${await tokenIn(email, 'welcome')}`,
    })
    const [mail] = sentTo(email, 'welcome')
    expect(mail).toMatchObject({ from: 'posthorn@example.com', subject: 'Your invitation to Posthorn' })
  })

  it('shows whether its mail was sent, refused or given up after a day', async () => {
    const refuse = { responseCode: 550, message: 'No such mailbox' }
    const strict = await startMailServer({ refuse })
    try {
      const env = {
        SMTP_URL: `smtp://127.0.0.1:${strict.port}`,
        MAIL_FROM: 'posthorn@example.com',
        PUBLIC_URL: publicUrl,
      }
      await using other = await startGatewayFixture(env)
      const statusAfter = async (by: SignedIn, status: string) => {
        const { id } = (await invite(by, `${randomUUID()}@shop.example.com`)).json as unknown as { id: string }
        const show = async () => (await by.browser.send(`/v1/invitations/${id}`)).json['mailStatus']
        await until(async () => (await show()) === status)
        return { id, show }
      }
      await statusAfter(await firstOwner(other), 'failed')
      const { id, show } = await statusAfter(await firstOwner(fixture), 'sent')
      const old = `update invitation set mail_status = 'waiting', created_at = now() - interval '25 hours' where id = $1`
      await fixture.gateway.rows(old, [id])
      expect(await show()).toBe('failed')
    } finally {
      await strict.close()
    }
  })

  it('shows a name of a workspace on one line, with nothing that a mail program turns into a link', async () => {
    const [by, email] = [await firstOwner(fixture), `${randomUUID()}@shop.example.com`]
    const name = 'Bank https://evil.example/a\u2028b@evil.example Co. KG'
    await fixture.gateway.rows('update workspace set name = $2 where workspace_id = $1', [by.workspace, name])
    await invite(by, email)
    await tokenIn(email, 'welcome')
    const [{ text } = { text: '' }] = sentTo(email, 'welcome')
    expect(text).toContain('"Bank https: / / evil. example/ a b@ evil. example Co. KG"')
  })

  it('goes to one address three times in fifteen minutes, and the response says when it does not', async () => {
    const [by, email] = [await firstOwner(fixture), `${randomUUID()}@shop.example.com`]
    const answers = []
    for (let i = 0; i < 4; i++) answers.push((await invite(by, email)).json['mailStatus'])
    expect(answers).toEqual(['waiting', 'waiting', 'waiting', null])
    await allDone()
  })
})

describe('an address', () => {
  it('is proven by the link that is mailed to who joins, once, in a session of theirs', async () => {
    const { browser, email } = await firstOwner(fixture)
    const token = await tokenIn(email, 'confirm')
    const confirm = (by: Browser) => by.auth('POST address/confirm', { token })
    expect(await isProven(email)).toEqual([false])
    expect(refusal(await confirm(outside()))).toEqual([401, 'session:required'])
    expect(refusal(await confirm((await firstOwner(fixture)).browser))).toEqual([410, 'link:invalid'])
    expect(await isProven(email)).toEqual([false])
    expect((await confirm(browser)).json).toMatchObject({ person: { proven: true } })
    expect(await isProven(email)).toEqual([true])
    expect(refusal(await confirm(browser))).toEqual([410, 'link:invalid'])
  })

  it('is proven by the latest link only, which can be sent again three times in fifteen minutes', async () => {
    const { browser, email } = await firstOwner(fixture)
    const first = await tokenIn(email, 'confirm')
    const statuses = []
    for (let i = 0; i < 3; i++) {
      statuses.push((await browser.auth('POST address/send', {})).status)
      await allDone()
    }
    expect(statuses).toEqual([202, 202, 429])
    const last = await tokenIn(email, 'confirm', 3)
    const confirm = (token: string) => browser.auth('POST address/confirm', { token })
    expect(refusal(await confirm(first))).toEqual([410, 'link:invalid'])
    expect((await confirm(last)).status).toBe(200)
  })

  it('is proven by no one else once it is: a clear error', async () => {
    const [one, two] = [await firstOwner(fixture), await firstOwner(fixture)]
    const token = await tokenIn(two.email, 'confirm')
    await fixture.gateway.rows('update person set proven_at = now(), email = $2 where email = $1', [
      one.email,
      two.email,
    ])
    expect(refusal(await two.browser.auth('POST address/confirm', { token }))).toEqual([409, 'person:duplicate'])
    expect(await isProven(two.email)).toEqual([true, false])
  })
})

describe('a forgotten password', () => {
  it('is replaced by a mailed link, which proves the address and leaves the second factor', async () => {
    const { browser, email } = await firstOwner(fixture)
    await addSecondFactor(browser)
    expect((await forgot(email)).status).toBe(202)
    const token = await tokenIn(email, 'reset')
    expect((await set(token)).json).toEqual({ next: 'sign-in' })
    expect(await isProven(email)).toEqual([true])
    expect((await browser.auth('GET session')).status).toBe(401)
    expect((await signIn(email, newPassword)).json).toEqual({ next: 'code' })
    expect(refusal(await signIn(email, password))).toEqual([401, 'sign_in:refused'])
    expect(refusal(await set(token))).toEqual([410, 'link:invalid'])
  })

  it('is replaced by the latest mailed link only; one that an operator made stays valid', async () => {
    const { email } = await firstOwner(fixture)
    const people = fixture.gateway.clients.gateway.people
    const [person] = await people.list.query({ email }, fixture.operator())
    const byOperator = await people.reset.mutate({ person: person?.id ?? 'per_0' }, fixture.operator())
    await forgot(email)
    const first = await tokenIn(email, 'reset')
    await forgot(email)
    const second = await tokenIn(email, 'reset', 2)
    expect(refusal(await set(first))).toEqual([410, 'link:invalid'])
    expect((await outside().auth('POST links', { token: byOperator.token })).status).toBe(200)
    expect((await set(second)).status).toBe(200)
    expect((await outside().auth('POST links', { token: byOperator.token })).status).toBe(410)
  })

  it('has the same response for an address that no one has, or that several have entered, and no mail', async () => {
    const [one, two] = [await firstOwner(fixture), await firstOwner(fixture)]
    await fixture.gateway.rows('update person set email = $2 where email = $1', [one.email, two.email])
    const unknown = `${randomUUID()}@example.com`
    const known = await firstOwner(fixture)
    const answers = []
    for (const email of [known.email, unknown, two.email]) {
      const { status, json, headers } = await forgot(email)
      answers.push([status, json, [...headers.keys()].toSorted()])
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    await allDone()
    expect(sentTo(known.email, 'reset')).toHaveLength(1)
    expect([...sentTo(unknown, 'reset'), ...sentTo(two.email, 'reset')]).toEqual([])
  })

  it('can be asked for three times for an address and twenty times from one, whoever has it', async () => {
    const { email } = await firstOwner(fixture)
    for (const address of [email, `${randomUUID()}@example.com`]) {
      const statuses = []
      for (let i = 0; i < 4; i++) statuses.push((await forgot(address)).status)
      expect(statuses).toEqual([202, 202, 202, 429])
    }
    await fixture.gateway.rows('delete from sign_in_tries')
    const statuses = []
    for (let i = 0; i < 22; i++) statuses.push((await forgot(`${i}-${email}`)).status)
    expect(statuses.filter((status) => status === 202)).toHaveLength(20)
    await allDone()
  })

  it('leads to the installation, whatever host the request names', async () => {
    const { email } = await firstOwner(fixture)
    await forgot(email, createBrowser(fixture, { 'X-Forwarded-Host': 'evil.example', Origin: publicUrl }))
    await tokenIn(email, 'reset')
    expect(sentTo(email, 'reset')[0]?.text.match(/https?:\/\/[\w.-]*\w/g)).toEqual([publicUrl, publicUrl])
  })
})

describe('a mail server that is down', () => {
  it('delays no request, and gets each mail once it is back; what is stored of it is sealed', async () => {
    const port = await freePort()
    const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'posthorn@example.com', PUBLIC_URL: publicUrl }
    await using other = await startGatewayFixture(env)
    const { email } = await firstOwner(other)
    expect((await createBrowser(other).auth('POST forgot', { email })).status).toBe(202)
    const invited = `${randomUUID()}@shop.example.com`
    for (let i = 0; i < 2; i++) await invite(await firstOwner(other), invited)
    const waiting = () =>
      other.gateway.rows<{ sealed: string; lease_token: string | null }>('select * from mail where attempt > 0')
    await until(async () => (await waiting()).filter(({ lease_token: lease }) => lease === null).length === 6)
    expect(JSON.stringify(await waiting())).not.toContain(email)
    const back = await startMailServer({ port })
    try {
      await other.gateway.rows(`update mail set run_at = now()`)
      // Any mail wakes the sending loop.
      await createBrowser(other).auth('POST forgot', { email: `${randomUUID()}@example.com` })
      await until(async () => (await other.gateway.rows('select from mail')).length === 0)
      const counts = [email, invited].map((address) => back.received.filter(({ to }) => to === address).length)
      expect(counts).toEqual([2, 2])
      expect(await metrics(other)).toMatch(/mail_total\{[^}]*outcome="failed"[^}]*\} [1-9]/)
      await other.gateway.rows(
        `insert into mail (id, sealed, created_at) values ('late', 'x', now() - interval '25 hours')`,
      )
      await createBrowser(other).auth('POST forgot', { email: `${randomUUID()}@example.com` })
      await until(async () => (await other.gateway.rows('select from mail')).length === 0)
      expect(await metrics(other)).toMatch(/mail_total\{[^}]*outcome="late"[^}]*\} 1/)
    } finally {
      await back.close()
    }
  })
})

const metrics = async ({ gateway }: GatewayFixture) => (await fetch(`${gateway.service.url}/metrics`)).text()

describe('without a mail server', () => {
  it('nothing is offered, and what needs it is refused', async () => {
    await using silent = await startGatewayFixture()
    const owner = await firstOwner(silent)
    expect((await invite(owner, `${randomUUID()}@example.com`)).json).toMatchObject({ mailStatus: null })
    const forgotten = await createBrowser(silent).auth('POST forgot', { email: owner.email })
    expect(refusal(forgotten)).toEqual([404, 'route:not_found'])
    expect(refusal(await owner.browser.auth('POST address/send', {}))).toEqual([404, 'route:not_found'])
    expect(await silent.gateway.rows('select from mail')).toEqual([])
  })
})
