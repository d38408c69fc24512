import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startReceiver, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { startSimulator } from '../service.ts'
import { callerOf, codeOf, reportedStatuses, reportedValues, temporaryFolder, wamidOf } from '../simulator.fixture.ts'

const program = fileURLToPath(new URL('../main.ts', import.meta.url))

async function startProgram(dataDir: string): Promise<{ url: string; kill(): Promise<void> } & AsyncDisposable> {
  const child: ChildProcess = spawn(process.execPath, ['--conditions=source', program], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, STATUS_DELAY_MS: '2' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { url: /http:\S+/.exec(line.toString())?.[0] ?? '', kill, [Symbol.asyncDispose]: kill }
}

describe('after kill -9', () => {
  it('every accepted send is in the call log once, and each of its statuses is reported', async () => {
    await using folder = await temporaryFolder()
    await using receiver = await startReceiver()
    await using first = await startProgram(folder.path)
    const before = callerOf(first.url)
    const number = await before.makeNumber({ callbackUrl: receiver.url, messagesPerSecond: 100_000 })

    const answered: string[] = []
    const sending = Promise.allSettled(
      Array.from({ length: 8 }, async (_, sender) => {
        for (let n = 0; ; n++)
          answered.push(
            wamidOf(await before.sendText(number, `+491511${sender}${100_000 + n}`, `msg_${sender}_${n}:1`)),
          )
      }),
    )
    await until(() => answered.length > 150)
    await first.kill()
    await sending

    await using second = await startProgram(folder.path)
    const { entries } = await callerOf(second.url).callLog('limit=10000')
    const accepted = entries.map(({ wamid }) => wamid)
    expect(accepted).toEqual(expect.arrayContaining(answered))
    expect(new Set(entries.map(({ callbackTag }) => callbackTag)).size).toBe(entries.length)
    expect(entries.length - answered.length).toBeLessThanOrEqual(8)

    const reported = () => new Set(reportedStatuses(receiver, number).map(({ id, status }) => `${id} ${status}`))
    await until(() => reported().size === 3 * accepted.length, { describe: 'all statuses' })
  })

  it('what was not answered 200 is reported again, and what was answered is not', async () => {
    await using folder = await temporaryFolder()
    await using receiver = await startReceiver()
    await using first = await startProgram(folder.path)
    const before = callerOf(first.url)
    const number = await before.makeNumber({ callbackUrl: receiver.url })
    const received = await before.simulate(number, { message: { from: '+4915112345678', text: 'heard' } })
    const sentBefore = wamidOf(await before.sendText(number, '+4915112345678'))
    await until(() => reportedStatuses(receiver, number).length === 3)
    receiver.respondWith({ status: 503 })
    const unheard = await before.simulate(number, { message: { from: '+4915112345678', text: 'unheard' } })
    const sentAfter = wamidOf(await before.sendText(number, '+4915112345678'))
    const refusals = () => receiver.requests.filter(({ status }) => status === 503).length
    await until(() => refusals() >= 4)
    await first.kill()

    const asked = receiver.requests.length
    receiver.respondWith({})
    await using second = await startProgram(folder.path)
    const sinceThen = () => ({ requests: receiver.requests.slice(asked) }) as unknown as typeof receiver
    await until(() => reportedStatuses(sinceThen(), number).length === 3)
    await until(() => reportedValues(sinceThen(), number).some((value) => 'messages' in value))
    const reportedAgain = JSON.stringify(reportedValues(sinceThen(), number))
    for (const id of [unheard.body.wamid, sentAfter]) expect(reportedAgain).toContain(id)
    for (const id of [received.body.wamid, sentBefore]) expect(reportedAgain).not.toContain(id)
    expect((await callerOf(second.url).call('GET', '/_simulator/health')).status).toBe(200)
  })

  it('numbers, put-forward clocks, windows, pair buckets and tries are as they were', async () => {
    await using folder = await temporaryFolder()
    await using first = await startProgram(folder.path)
    const before = callerOf(first.url)
    const number = await before.makeNumber({ messagesPerSecond: 1000 })
    const clocked = await before.makeNumber({ messagesPerSecond: 1000 })
    await before.simulate(clocked, { advance: { seconds: 48 * 3600 } })
    await before.simulate(clocked, { message: { from: '+4915112345678', text: 'Hi' } })
    for (let n = 0; n < 45; n++) await before.sendText(number, '+4915112345678', `msg_${n}:1`)
    expect(codeOf(await before.sendText(number, '+15550100010', 'msg_t:1'))).toBe(131000)
    await first.kill()

    await using second = await startProgram(folder.path)
    const after = callerOf(second.url)
    expect(await after.makeNumber({ phoneNumberId: number.phoneNumberId })).toEqual(number)
    // A bucket regains one of its 45 messages every 6 s, so a slow start may free some. A new bucket has all 45.
    const codes = new Set<number | undefined>()
    for (let n = 0; n < 20 && !codes.has(131056); n++) codes.add(codeOf(await after.sendText(number, '+4915112345678')))
    expect(codes).toContain(131056)
    expect(codeOf(await after.sendText(number, '+15550100010', 'msg_t:2'))).toBe(131000)
    expect((await after.sendText(number, '+15550100010', 'msg_t:3')).status).toBe(200)

    await using receiver = await startReceiver()
    await after.makeNumber({ phoneNumberId: clocked.phoneNumberId, callbackUrl: receiver.url })
    const open = wamidOf(await after.sendText(clocked, '+4915112345678'))
    const closed = wamidOf(await after.sendText(clocked, '+4915112345679'))
    await until(() => reportedStatuses(receiver, clocked).length === 4)
    const states = (wamid: string) =>
      reportedStatuses(receiver, clocked)
        .filter(({ id }) => id === wamid)
        .map(({ status }) => status)
    expect(states(open)).toEqual(['sent', 'delivered', 'read'])
    expect(states(closed)).toEqual(['failed'])
  })
})

describe('a status that was answered 200', () => {
  it('is not reported again, however often the simulator is started', async () => {
    await using folder = await temporaryFolder()
    await using receiver = await startReceiver()
    const start = () => startSimulator({ port: 0, dataDir: folder.path, statusDelayMs: 2 })
    const first = await start()
    const before = callerOf(first.url)
    const number = await before.makeNumber({ callbackUrl: receiver.url })
    const early = wamidOf(await before.sendText(number, '+4915112345678'))
    const confirmed = async () => {
      const lines = (await readFile(join(folder.path, 'journal.jsonl'), 'utf8')).trimEnd().split('\n')
      const records = lines.map((line) => JSON.parse(line) as [kind: string, ids: number[]])
      return records.flatMap(([kind, ids]) => (kind === 'done' ? ids : []))
    }
    await until(async () => (await confirmed()).length === 3)
    await first.stop()
    const second = await start()
    await second.stop()

    const third = await start()
    const late = wamidOf(await callerOf(third.url).sendText(number, '+4915112345678'))
    const statusesOf = (wamid: string) => reportedStatuses(receiver, number).filter(({ id }) => id === wamid)
    await until(() => statusesOf(late).length === 3)
    expect(statusesOf(early)).toHaveLength(3)
    await third.stop()
  })
})

describe('a deleted number', () => {
  it.each(['at once', 'after a restart'])(
    'leaves a later number with its id no outage, limits, windows or updates, %s',
    async (when) => {
      await using folder = await temporaryFolder()
      await using receiver = await startReceiver({ respond: { status: 500 } })
      const start = () => startSimulator({ port: 0, dataDir: folder.path, statusDelayMs: 2 })
      const [writer, refusing] = ['+4915112345678', '+15550100010']
      const first = await start()
      const before = callerOf(first.url)
      const callback = { callbackUrl: receiver.url, messagesPerSecond: 1000 }
      const gone = await before.makeNumber(callback)
      await before.simulate(gone, { advance: { seconds: 26 * 3600 } })
      await before.simulate(gone, { message: { from: writer, text: 'Hi' } })
      for (let n = 0; n < 45; n++) await before.sendText(gone, writer, `msg_${n}:1`)
      expect(codeOf(await before.sendText(gone, refusing, 'msg_t:1'))).toBe(131000)
      await before.simulate(gone, { outage: { kind: 'error', seconds: 600 } })
      await before.call('DELETE', `/_simulator/numbers/${gone.phoneNumberId}`)
      const number = await before.makeNumber({ ...callback, phoneNumberId: gone.phoneNumberId })

      if (when !== 'at once') await first.stop()
      const second = when === 'at once' ? first : await start()
      const after = callerOf(second.url)
      const asked = receiver.requests.length
      receiver.respondWith({})
      await after.simulate(number, { advance: { seconds: 26 * 3600 } })
      const closed = wamidOf(await after.sendText(number, writer))
      const since = () => ({ requests: receiver.requests.slice(asked) }) as unknown as typeof receiver
      await until(() => reportedStatuses(since(), number).length > 0)
      expect(reportedStatuses(since(), number)).toMatchObject([{ id: closed, status: 'failed' }])
      const tries = [2, 3, 4].map((n) => after.sendText(number, refusing, `msg_t:${n}`))
      expect((await Promise.all(tries)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 500, 500])
      await second.stop()
    },
  )
})
