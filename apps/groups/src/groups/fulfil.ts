import type { Tx } from '@posthorn/chassis'
import type { ErrorCode } from '@posthorn/contracts'
import type { GroupOutcome } from '@posthorn/provider'
import type { GroupRow } from '../entities/chat-group.ts'
import { announcePeople, keepIn, letGo, peopleOf } from '../participants/book.ts'
import { recordAnswers } from '../requests/book.ts'
import { applyLink, applySettings, refuseSettings } from './apply-settings.ts'
import { endGroup, keepGroup } from './end.ts'
import type { Wish } from './wish.ts'

type Done = Extract<GroupOutcome, { outcome: 'done' }>

/** The provider has done what was asked, and said so at once. */
export async function fulfil(tx: Tx, row: GroupRow, { wish, done }: { wish: Wish; done: Done }): Promise<void> {
  const at = new Date()
  const ok = (text?: string) => ({ ok: true, ...(text !== undefined && { text }) })
  switch (wish.kind) {
    case 'settings': {
      const { name, description } = wish
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
        ? giveUp(tx, row, { wish, errorCode: 'provider:refused' })
        : applyLink(tx, row, done.inviteLink)
    case 'deletion':
      return endGroup(tx, row)
    case 'removal':
      return announcePeople(
        tx,
        row,
        await letGo(tx, row, { people: await leaving(tx, row, wish.people), byUs: true, at }),
      )
    case 'answer': {
      const { taken = [], failed = [] } = done
      const refused = wish.requests.filter((id) => !taken.includes(id))
      const errorOf = (id: string) => failed.find((each) => each.id === id)?.error?.errorCode ?? 'provider:refused'
      const causes = refused.map((id) => ({ id, errorCode: errorOf(id) }))
      return recordAnswers(tx, row, { approve: wish.approve, taken, failed: causes })
    }
  }
}

/** What was asked is not done and will not be; everything is as before, with the reason beside it. */
export async function giveUp(
  tx: Tx,
  row: GroupRow,
  { wish, errorCode }: { wish: Wish; errorCode: ErrorCode },
): Promise<void> {
  switch (wish.kind) {
    case 'settings': {
      const { name, description } = wish
      const settings = [
        ...(name === undefined ? [] : [{ setting: 'name' as const, to: name }]),
        ...(description === undefined ? [] : [{ setting: 'description' as const, to: description }]),
      ]
      return refuseSettings(tx, row, { settings, errorCode })
    }
    case 'image':
      return refuseSettings(tx, row, { settings: [{ setting: 'image', to: wish.sha256 }], errorCode })
    case 'invite':
      return refuseSettings(tx, row, { settings: [{ setting: 'invite' }], errorCode })
    case 'deletion':
      return errorCode === 'group:not_found' ? endGroup(tx, row) : keepGroup(tx, row, errorCode)
    case 'removal': {
      const people = await leaving(tx, row, wish.people)
      const gone = errorCode === 'participant:not_found'
      const changed = gone
        ? await letGo(tx, row, { people, byUs: true, at: new Date() })
        : await keepIn(
            tx,
            row,
            people.map((each) => ({ ...each, errorCode })),
          )
      return announcePeople(tx, row, changed)
    }
    case 'answer': {
      const failed = wish.requests.map((id) => ({ id, errorCode }))
      return recordAnswers(tx, row, { approve: wish.approve, taken: [], failed })
    }
  }
}

async function leaving(tx: Tx, row: GroupRow, ids: string[]): Promise<{ input: string }[]> {
  const known = await peopleOf(tx, row)
  return known.filter(({ id }) => ids.includes(id)).map(({ id }) => ({ input: id }))
}
