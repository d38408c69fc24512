import { on } from '@posthorn/chassis'
import type { GroupsRuntime } from '../config.ts'
import { lockGroup } from '../groups/settle.ts'
import { groupsWith, moveParticipant, moveSubscriber } from '../participants/move.sql.ts'
import { announcePeople, participantsOf } from '../participants/record.ts'
import { postsWaitingFor } from '../posts/move-deliveries.sql.ts'
import { moveRecipient } from '../posts/move-recipient.ts'

/** Keeps people in their groups, channels and posts when their phone or user id changes. */
export const participantFromChangedAddress = on<'contact:address_changed', GroupsRuntime>(
  'contact:address_changed',
  async ({ tx, events }) => {
    for (const { workspace, data } of events) {
      const move = { workspace, previous: data.previous, address: data.address }
      await moveSubscriber(tx.em, move)
      for (const post of await postsWaitingFor(tx.em, move)) await moveRecipient(tx, move, post)
      for (const group of await groupsWith(tx.em, move)) {
        const row = await lockGroup(tx, { workspaceId: workspace, groupId: group })
        if (!row) continue
        await moveParticipant(tx.em, move, group)
        const people = (await participantsOf(tx, row)).filter(({ id }) => id === data.address)
        await announcePeople(tx, row, people)
      }
    }
  },
)
