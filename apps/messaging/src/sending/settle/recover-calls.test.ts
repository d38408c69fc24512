import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simulatorControl } from '@posthorn/provider'
import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { startMessaging } from '../../messaging.fixture.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'posthorn-calls-'))

/** What the one log of the folder says of calls. */
function linesOf(dir: string): string[] {
  const [name = ''] = readdirSync(dir)
  return readFileSync(join(dir, name), 'utf8').split('\n').slice(1).filter(Boolean)
}

/** Makes the log of a living process that of one which has ended. */
function bury(dir: string, change: object, without = 'nothing'): void {
  const [name = ''] = readdirSync(dir)
  const [first = '', ...lines] = readFileSync(join(dir, name), 'utf8').split('\n')
  const writer = { ...JSON.parse(first), start: 'another', ...change }
  writeFileSync(
    join(dir, `dead.1.calls`),
    [JSON.stringify(writer), ...lines.filter((line) => !line.startsWith(without))].join('\n'),
  )
}

/** Messages whose calls hang at the provider, so that their jobs stay claimed, now in the name of a process that is dead. */
async function heldByTheDead(dir: string) {
  const world = await startMessaging({ CALLS_DIR: dir, UNKNOWN_HOLD_SECONDS: '60' })
  const line = await world.connected()
  const { messaging } = world.kit.clients
  const as = world.kit.as(line.workspace)
  const send = (phone: string) => messaging.messages.send.mutate({ phone, message: 'x' }, as)
  const outage = { kind: 'hang' as const, seconds: 3 }
  await simulatorControl({ baseUrl: world.simulator.url }).simulate(line.phoneNumberId, { outage })
  const [uncalled, called] = [await send('+4915100000001'), await send('+4915100000002')]
  await until(() => linesOf(dir).length === 2, { describe: 'both calls to be noted' })
  await world.kit.rows(`update send_job set lease_owner = 'dead'`)
  const attempts = () => world.kit.rows<{ outcome: string }>('select outcome from send_attempt order by id')
  return { world, uncalled: uncalled.id, called: called.id, attempts }
}

describe('what a process held when it died', () => {
  it('waits again at once where it noted no call, and is in doubt at once where it did', async () => {
    const dir = folder()
    const { world, uncalled, called } = await heldByTheDead(dir)
    await using _ = world
    bury(dir, {}, uncalled)
    const outcomeOf = async (id: string) => {
      const rows = await world.kit.rows<{ outcome: string }>(
        'select outcome from send_attempt where message_id = $1 order by attempt',
        [id],
      )
      return rows[0]?.outcome
    }
    await until(async () => (await outcomeOf(uncalled)) === 'not_sent' && (await outcomeOf(called)) === 'unknown')
    await until(() => !readdirSync(dir).includes('dead.1.calls'))
  })

  it('is in doubt until its lease ends where the log is of another boot: it may have lost its last lines', async () => {
    const dir = folder()
    const { world, attempts } = await heldByTheDead(dir)
    await using _ = world
    bury(dir, { boot: 'another' })
    await until(() => !readdirSync(dir).includes('dead.1.calls'))
    expect(await attempts()).toEqual([{ outcome: 'calling' }, { outcome: 'calling' }])
  })

  it('is left to processes of its own host, and to a process that still runs', async () => {
    const dir = folder()
    const { world, attempts } = await heldByTheDead(dir)
    await using _ = world
    bury(dir, { host: 'another' })
    // The sweep that looks for dead processes has passed when it has put this one right.
    await world.kit.rows(
      `insert into pair_gate (number_id, recipient, free_at) values ('n', 'r', now() - interval '1 hour')`,
    )
    await until(async () => (await world.kit.rows(`select 1 from pair_gate where number_id = 'n'`)).length === 0)
    expect(readdirSync(dir)).toContain('dead.1.calls')
    expect(await attempts()).toEqual([{ outcome: 'calling' }, { outcome: 'calling' }])
  })
})
