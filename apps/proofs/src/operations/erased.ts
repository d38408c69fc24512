import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { phoneOf } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import { quiescence } from '../invariants.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { holding } from '../scenarios/dump.ts'
import { archived, backup, disaster } from './restoring.ts'

const phone = phoneOf(96_500)
const name = 'Erasmus Restored'

async function knownPerson(fixture: ProofFixture, system: RunningSystem): Promise<{ contact: string }> {
  const { id } = await system.post('/v1/contacts', { phone, name })
  await system.post('/v1/messages', { phone, message: `to ${name}` })
  await quiescence(fixture)
  return { contact: id }
}

const erasureOf = (system: RunningSystem, id: string) =>
  system
    .call<{ status: string }>('GET', `/v1/erasures/${id}`)
    .then(({ status, body }) => (status === 200 ? body.status : 'unknown'))

const finished = (system: RunningSystem, id: string) =>
  until(async () => (await erasureOf(system, id)) === 'finished', {
    timeoutMs: 60_000,
    describe: 'the erasure to be done',
  })

/** J9-journal: a person is erased, then the database is restored to an earlier time. */
export async function erasedForGood(fixture: ProofFixture): Promise<Outcome> {
  const backupDir = mkdtempSync(join(tmpdir(), 'posthorn-backup-'))
  chmodSync(backupDir, 0o711)
  try {
    const system = await fixture.freshSystem({ BACKUP_DIR: backupDir })
    const { contact } = await knownPerson(fixture, system)
    const before = await holding(system, [phone.slice(1), name])
    await backup(system, backupDir, 'take')
    await pause(1_000)
    const moment = new Date().toISOString()
    await pause(1_000)
    const { erasure } = await system.ok<{ erasure: string }>('POST', `/v1/contacts/${contact}/erase`, {
      key: await system.keyWith('erase'),
      body: { confirm: phone },
    })
    await finished(system, erasure)
    await archived(fixture, backupDir)
    disaster(system)
    await backup(system, backupDir, 'restore', moment)
    await system.restart()
    const begun = performance.now()
    await finished(system, erasure)
    const seconds = (performance.now() - begun) / 1_000
    const { status } = await system.call('GET', `/v1/contacts/${contact}`)
    const after = await holding(system, [phone.slice(1), name])
    return all(
      `named in ${before.length} places; erased, restored to before: ${seconds.toFixed(1)} s after the start the erasure is finished again under its id, the contact answers ${status}, named in ${after.length} places${after.length > 0 ? ` (${after.join(', ')})` : ''}`,
      {
        'the person was there': before.length > 2,
        'the contact is gone': status === 404,
        'nothing names the person': after.length === 0,
      },
    )
  } finally {
    await fixture.end()
    rmSync(backupDir, { recursive: true, force: true })
  }
}
