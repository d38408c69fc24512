import type { Tx } from '@posthorn/chassis'
import type { ErrorCode } from '@posthorn/contracts'
import type { GroupOutcome } from '@posthorn/provider'
import type { GroupRow } from '../entities/group.ts'
import { announcePeople, participantsOf, recordLeft, recordRefused } from '../participants/record.ts'
import { recordAnswers } from '../requests/requests.ts'
import { applyLink, applySettings, refuseSettings } from './apply-settings.ts'
import type { PendingChange } from './changes.ts'
import { endGroup, keepGroup } from './groups.ts'

type SuccessOutcome = Extract<GroupOutcome, { outcome: 'done' }>

/** Applies a change that the provider confirmed right away. */
export async function applyRequested(
  tx: Tx,
  row: GroupRow,
  { pending, done }: { pending: PendingChange; done: SuccessOutcome },
): Promise<void> {
  const at = new Date()
  const ok = (text?: string) => ({ ok: true, ...(text !== undefined && { text }) })
  switch (pending.kind) {
    case 'settings': {
      const { name, description } = pending
      const settings = {
        ...(name !== undefined && { name: ok(name) }),
        ...(description !== undefined && { description: ok(description) }),
      }
      return applySettings(tx, row, { kind: 'settings', at: at.toISOString(), ...settings })
    }
    case 'image':
      return applySettings(tx, row, { kind: 'settings', at: at.toISOString(), image: ok() })
    case 'invite':
      return done.inviteLink === undefined
        ? refuseRequested(tx, row, { pending, errorCode: 'provider:refused' })
        : applyLink(tx, row, done.inviteLink)
    case 'deletion':
      return endGroup(tx, row)
    case 'removal':
      return announcePeople(
        tx,
        row,
        await recordLeft(tx, row, { people: await leaving(tx, row, pending.people), byUs: true, at }),
      )
    case 'answer': {
      const { taken = [], failed = [] } = done
      const refused = pending.requests.filter((id) => !taken.includes(id))
      const errorOf = (id: string) => failed.find((each) => each.id === id)?.error?.errorCode ?? 'provider:refused'
      const causes = refused.map((id) => ({ id, errorCode: errorOf(id) }))
      return recordAnswers(tx, row, { approve: pending.approve, taken, failed: causes })
    }
  }
}

/** Records that a change failed, and why. The group stays as it was. */
export async function refuseRequested(
  tx: Tx,
  row: GroupRow,
  { pending, errorCode }: { pending: PendingChange; errorCode: ErrorCode },
): Promise<void> {
  switch (pending.kind) {
    case 'settings': {
      const { name, description } = pending
      const settings = [
        ...(name === undefined ? [] : [{ setting: 'name' as const, to: name }]),
        ...(description === undefined ? [] : [{ setting: 'description' as const, to: description }]),
      ]
      return refuseSettings(tx, row, { settings, errorCode })
    }
    case 'image':
      return refuseSettings(tx, row, { settings: [{ setting: 'image', to: pending.sha256 }], errorCode })
    case 'invite':
      return refuseSettings(tx, row, { settings: [{ setting: 'invite' }], errorCode })
    case 'deletion':
      return errorCode === 'group:not_found' ? endGroup(tx, row) : keepGroup(tx, row, errorCode)
    case 'removal': {
      const people = await leaving(tx, row, pending.people)
      const gone = errorCode === 'participant:not_found'
      const changed = gone
        ? await recordLeft(tx, row, { people, byUs: true, at: new Date() })
        : await recordRefused(
            tx,
            row,
            people.map((each) => ({ ...each, errorCode })),
          )
      return announcePeople(tx, row, changed)
    }
    case 'answer': {
      const failed = pending.requests.map((id) => ({ id, errorCode }))
      return recordAnswers(tx, row, { approve: pending.approve, taken: [], failed })
    }
  }
}

async function leaving(tx: Tx, row: GroupRow, ids: string[]): Promise<{ input: string }[]> {
  const known = await participantsOf(tx, row)
  return known.filter(({ id }) => ids.includes(id)).map(({ id }) => ({ input: id }))
}
