import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@posthorn/testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startOnSlowProvider } from '../../messaging.fixture.ts'

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'posthorn-calls-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

function linesOf(dir: string): string[] {
  const [name = ''] = readdirSync(dir)
  return readFileSync(join(dir, name), 'utf8').split('\n').slice(1).filter(Boolean)
}

function bury(dir: string, change: object, without = 'nothing'): void {
  const [name = ''] = readdirSync(dir)
  const [first = '', ...lines] = readFileSync(join(dir, name), 'utf8').split('\n')
  const writer = { ...JSON.parse(first), start: 'another', ...change }
  writeFileSync(
    join(dir, `dead.1.calls`),
    [JSON.stringify(writer), ...lines.filter((line) => !line.startsWith(without))].join('\n'),
  )
}

/** Creates messages whose calls the provider leaves open, so that their jobs remain claimed, now by a dead process. */
async function leasedByDeadProcess(dir: string) {
  const fixture = await startOnSlowProvider({ CALLS_DIR: dir, UNKNOWN_HOLD_SECONDS: '60' })
  const connected = await fixture.connectNumber()
  const { messaging } = fixture.service.clients
  const as = fixture.service.as(connected.workspace)
  const send = (phone: string) => messaging.messages.send.mutate({ phone, message: 'x' }, as)
  const [uncalled, called] = [await send('+4915100000001'), await send('+4915100000002')]
  await until(() => linesOf(dir).length === 2, { describe: 'both calls to be noted' })
  await fixture.service.rows(`update send_job set lease_owner = 'dead'`)
  const attempts = () => fixture.service.rows<{ outcome: string }>('select outcome from send_attempt order by id')
  return { fixture, uncalled: uncalled.id, called: called.id, attempts }
}

describe('jobs leased by a process that died', () => {
  it('waits again at once where it noted no call, and is in doubt at once where it did', async () => {
    const dir = folder()
    const { fixture, uncalled, called } = await leasedByDeadProcess(dir)
    await using _ = fixture
    bury(dir, {}, uncalled)
    const outcomeOf = async (id: string) => {
      const rows = await fixture.service.rows<{ outcome: string }>(
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
    const { fixture, attempts } = await leasedByDeadProcess(dir)
    await using _ = fixture
    bury(dir, { boot: 'another' })
    await until(() => !readdirSync(dir).includes('dead.1.calls'))
    expect(await attempts()).toEqual([{ outcome: 'calling' }, { outcome: 'calling' }])
  })

  it('leaves no empty log of a power cut behind, and takes none away that was only just made', async () => {
    const dir = folder()
    const { fixture } = await leasedByDeadProcess(dir)
    await using _ = fixture
    for (const name of ['old.1.calls', 'new.1.calls']) writeFileSync(join(dir, name), '')
    const anHourAgo = Date.now() / 1000 - 3600
    utimesSync(join(dir, 'old.1.calls'), anHourAgo, anHourAgo)
    await until(() => !readdirSync(dir).includes('old.1.calls'))
    expect(readdirSync(dir)).toContain('new.1.calls')
  })

  it('is left to processes of its own host, and to a process that still runs', async () => {
    const dir = folder()
    const { fixture, attempts } = await leasedByDeadProcess(dir)
    await using _ = fixture
    bury(dir, { host: 'another' })
    // Once the loop removes this row, it has run.
    await fixture.service.rows(
      `insert into pair_gate (number_id, recipient, free_at) values ('n', 'r', now() - interval '1 hour')`,
    )
    await until(async () => (await fixture.service.rows(`select 1 from pair_gate where number_id = 'n'`)).length === 0)
    expect(readdirSync(dir)).toContain('dead.1.calls')
    expect(await attempts()).toEqual([{ outcome: 'calling' }, { outcome: 'calling' }])
  })
})
