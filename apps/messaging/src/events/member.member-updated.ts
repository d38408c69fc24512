import { on, sql } from '@posthorn/chassis'
import { refreshChats } from '../chats/refresh.ts'
import type { MessagingRuntime } from '../config.ts'

/** Tracks the members that chats can be assigned to. Chats show their current names; chats of a removed member are unassigned. */
export const memberFromGateway = on<'member:updated' | 'member:removed', MessagingRuntime>(
  ['member:updated', 'member:removed'],
  async ({ tx, events }) => {
    for (const { workspace, data, aggregate } of events) {
      const disabled = 'disabled' in data && data.disabled === true
      const shown = 'email' in data ? { id: data.id, name: data.name, email: data.email } : null
      const [stored] = await sql(
        tx.em,
        `insert into member as m (workspace_id, id, version, name, email, removed, disabled) values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (workspace_id, id) do update set version = excluded.version, name = excluded.name, email = excluded.email,
           removed = excluded.removed, disabled = excluded.disabled where m.version < excluded.version
         returning 1`,
        [workspace, data.id, aggregate.version, shown?.name ?? '', shown?.email ?? '', shown === null, disabled],
      )
      if (stored && shown === null)
        await sql(tx.em, 'delete from notification where workspace_id = $1 and member_id = $2', [workspace, data.id])
      if (stored) await refreshChats(tx, { workspaceId: workspace, subjectId: data.id, shown, author: null })
    }
  },
)
