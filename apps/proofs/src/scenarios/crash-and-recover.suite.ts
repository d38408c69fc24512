import { once } from 'node:events'
import { readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '@posthorn/testkit'
import {
  acceptedCalls,
  allDelivered,
  callLog,
  eachOf,
  eventLog,
  listen,
  phoneOf,
  type RunningSystem,
  threeOfTenFail,
} from '@posthorn/testkit/system'
import { expect, test } from 'vitest'

/** An upload this old can't still be running, so its process must have died. */
const abandonedMs = 2 * 3_600_000

/** Leaves an upload with one chunk in the `spool` folder, dated as if its process had died long ago. */
async function halfAnUpload({ url, account }: RunningSystem, spool: string) {
  const part = new Uint8Array(1024 * 1024).fill(7)
  const more = new AbortController()
  async function* body() {
    yield part
    await once(more.signal, 'abort')
  }
  const headers = { Token: account.key, 'Content-Type': 'video/mp4' }
  const request = { method: 'POST', headers, body: body(), duplex: 'half', signal: more.signal }
  const ended = fetch(`${url}/v1/files`, request as unknown as RequestInit).then(
    ({ status }) => status,
    () => null,
  )
  const left = () => readdirSync(spool).map((name) => join(spool, name))
  const path = await until(() => left().find((each) => statSync(each).size === part.length), {
    describe: 'half of the upload to have come',
  })
  const longAgo = new Date(Date.now() - abandonedMs)
  utimesSync(path, longAgo, longAgo)
  return {
    left,
    ended,
    [Symbol.asyncDispose]: async () => {
      more.abort()
      await ended
    },
  }
}

/**
 * `kill -9` while messages are in progress: kills the launcher with everything or, if split, each process in turn. A call that the kill
 * prevented is repeated after the hold (`onUnknown: 'resend'`). A call that completed is recognized by its status. Either way, the provider
 * accepts each message exactly once.
 */
export function crashAndRecover(
  system: () => RunningSystem,
  { messages, victims, spool }: { messages: number; victims: readonly string[]; spool: string },
): void {
  test(`crash and recover: kill -9 during ${messages} sends; all delivered, every event arrived, no provider call twice, no sequence gap; of an upload that was cut nothing is left`, async () => {
    await using webhook = await listen(system(), { events: ['message:*'], respond: threeOfTenFail })
    const files = () => system().ok<{ id: string }[]>('GET', '/v1/files')
    const kept = await files()
    await using upload = await halfAnUpload(system(), spool)
    let accepted = 0
    const sending = eachOf(messages, 8, async (i) => {
      const body = { phone: phoneOf(10_000 + i), message: `kept ${i}`, onUnknown: 'resend' }
      const { id } = await system().post('/v1/messages', body)
      accepted += 1
      return id
    })
    for (const [i, victim] of victims.entries()) {
      await until(() => accepted >= (messages / (victims.length + 1)) * (i + 1), { timeoutMs: 120_000 })
      const killed = system().kill9(victim)
      if (victim === 'launcher') await system().restart()
      else await system().awaitRestart(victim, killed)
    }
    const ids = await sending
    expect(new Set(ids).size).toBe(messages)

    await allDelivered(system(), webhook, { ids, timeoutMs: 240_000 })
    expect(webhook.receiver.requests.filter(({ verified }) => verified !== true)).toEqual([])
    const calls = acceptedCalls(await callLog(system()))
    expect(ids.filter((id) => calls.get(id) !== 1)).toEqual([])
    const log = await eventLog(system())
    expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, i) => i + 1))
    expect(new Set(log.map(({ id }) => id)).size).toBe(log.length)
    const sent = new Set(ids)
    const own = log.filter(({ event, data }) => event.startsWith('message:') && sent.has(data.id ?? ''))
    await until(
      () => {
        const received = new Set(webhook.received().map(({ id }) => id))
        return own.every(({ id }) => received.has(id))
      },
      { timeoutMs: 60_000, describe: 'every event about these messages to arrive' },
    )

    expect(await upload.ended).not.toBe(201)
    expect(await files()).toEqual(kept)
    expect(upload.left()).toEqual([])
  })
}

const messages = 500
const kills = 5

/** NATS may lose its data or die. Nothing waits for it, and nothing is lost. */
export function brokerRestarts(system: () => RunningSystem): void {
  test('broker restarts: NATS killed five times during 500 sends; accepting continues, all events arrive once', async () => {
    await using webhook = await listen(system(), { events: ['message:*'] })
    let accepted = 0
    const sending = eachOf(messages, 8, async (i) => {
      const { id } = await system().post('/v1/messages', { phone: phoneOf(i), message: `during outage ${i}` })
      accepted += 1
      return id
    })
    for (let kill = 0; kill < kills; kill++) {
      await until(() => accepted >= (messages / (kills + 1)) * (kill + 1))
      await system().awaitRestart('nats', system().kill9('nats'))
    }
    const ids = await sending
    await allDelivered(system(), webhook, { ids, timeoutMs: 120_000 })
    // An event that the dying broker refused is published after later ones, so its acknowledgment may arrive first.
    const log = await until(
      async () => {
        const events = await eventLog(system())
        const sent = new Set(events.filter(({ event }) => event === 'message:out').map(({ data }) => data.id))
        return ids.every((id) => sent.has(id)) && events
      },
      { describe: 'every message to be reported as sent' },
    )
    expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, i) => i + 1))
    const sent = log.filter(({ event }) => event === 'message:out').map(({ data }) => data.id)
    expect(new Set(sent).size).toBe(sent.length)
  })
}
