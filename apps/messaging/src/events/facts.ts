import { on, sql } from '@posthorn/chassis'
import { usualSettings } from '@posthorn/contracts'
import { refreshChats } from '../chats/jobs.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import { lockCopies } from '../messages/lock-order.sql.ts'
import { releaseQuietHours, serializeQuietHours } from '../sending/claim/delays.sql.ts'

/** Tracks groups and whether they accept messages. Updates the group's name on chats. */
export const groupFromUpdate = on<'group:updated', MessagingRuntime>('group:updated', async ({ tx, events }) => {
  for (const { workspace, data, aggregate } of events) {
    const { id, number, providerId, name, status } = data
    const [stored] = await sql(
      tx.em,
      `insert into known_group as g (workspace_id, id, version, number_id, provider_id, name, status) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (workspace_id, id) do update set version = excluded.version, number_id = excluded.number_id,
         provider_id = excluded.provider_id, name = excluded.name, status = excluded.status
         where g.version < excluded.version
       returning 1`,
      [workspace, id, aggregate.version, number, providerId, name, status],
    )
    if (!stored || providerId === null) continue
    // Assigns messages that arrived before the group was known.
    await sql(
      tx.em,
      `with named as (
         update chat set group_id = $3, name = $5, version = version + 1, updated_at = now()
         where workspace_id = $1 and number_id = $2 and recipient = $4 and (group_id is null or name is distinct from $5)
         returning id, old.group_id is null as is_new
       )
       update message m set group_id = $3 from named
       where named.is_new and m.workspace_id = $1 and m.chat_id = named.id and m.group_id is null`,
      [workspace, number, id, providerId, name],
    )
  }
})

/** Copies the settings of workspaces. Wakes `retention`, because the time for which messages are kept may be shorter now. */
export const settingFromWorkspace = on<'workspace:updated', MessagingRuntime>(
  'workspace:updated',
  async ({ tx, events }) => {
    for (const { workspace, data, aggregate } of events) {
      const { optedOutMessages = usualSettings.optedOutMessages } = data.settings
      await sql(
        tx.em,
        `insert into workspace_setting as s (workspace_id, version, opted_out_messages, settings) values ($1, $2, $3, $4)
         on conflict (workspace_id) do update set version = excluded.version, opted_out_messages = excluded.opted_out_messages,
           settings = excluded.settings
           where s.version < excluded.version`,
        [workspace, aggregate.version, optedOutMessages, JSON.stringify(data.settings)],
      )
    }
    tx.wake('retention')
  },
)

/** Tracks the departments to which automations assign chats. A removed one is kept as removed, so that a late event can't bring it back. */
export const departmentFromGateway = on<'department:updated' | 'department:removed', MessagingRuntime>(
  ['department:updated', 'department:removed'],
  async ({ tx, events }) => {
    for (const { workspace, data, aggregate } of events) {
      const members = 'members' in data ? data.members : null
      await sql(
        tx.em,
        `insert into department as d (workspace_id, id, version, members, removed) values ($1, $2, $3, $4, $5)
         on conflict (workspace_id, id) do update set version = excluded.version, members = excluded.members, removed = excluded.removed
           where d.version < excluded.version`,
        [workspace, data.id, aggregate.version, members ?? [], members === null],
      )
    }
  },
)

/** Tracks members to assign chats to, and their names on chats. Unassigns a removed member's chats, and deletes what only they could see. */
export const memberFromGateway = on<'member:updated' | 'member:removed', MessagingRuntime>(
  ['member:updated', 'member:removed'],
  async ({ tx, events }) => {
    const workspaces = events.map(({ workspace }) => workspace)
    await lockCopies(tx.em, workspaces, 'exclusive')
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
      if (stored && shown === null) {
        await sql(tx.em, 'delete from notification where workspace_id = $1 and member_id = $2', [workspace, data.id])
        // No one could delete these, and they count toward the workspace's limit.
        await sql(tx.em, 'delete from view where workspace_id = $1 and owner = $2', [workspace, data.id])
      }
      if (stored) await refreshChats(tx, { workspaceId: workspace, subjectId: data.id, shown, author: null })
    }
  },
)

/**
 * Stores the number data needed for sending. Ignores outdated versions. Resumes a resting queue, with one message if failed messages paused
 * it, unless the number is in error, such as since a refusal that we reported. Checks held messages again if its quiet hours changed.
 */
export const numberFromCredentials = on<'number:credentials', MessagingRuntime>(
  'number:credentials',
  async ({ tx, runtime, events }) => {
    for (const { workspace, data, aggregate } of events) {
      const { number, businessAccountId, ciphertext } = data
      const { phoneNumberId } = number
      const connected = ciphertext !== null && number.status !== 'disconnected'
      const [stored] = await sql(
        tx.em,
        `insert into known_number as n (workspace_id, id, version, provider, phone, name, is_default, connected, ciphertext, provider_ids)
       select $1, $2, $3, $4, f->>'phone', f->>'name', $5, $6, $7, f->'providerIds' from (select $8::jsonb as f) facts
       on conflict (workspace_id, id) do update set version = excluded.version, provider = excluded.provider, phone = excluded.phone,
         name = excluded.name, is_default = excluded.is_default, connected = excluded.connected, ciphertext = excluded.ciphertext,
         provider_ids = excluded.provider_ids
         where n.version < excluded.version
       returning 1`,
        [
          workspace,
          number.id,
          aggregate.version,
          number.provider,
          number.default,
          connected,
          ciphertext,
          JSON.stringify({ phone: number.phone, name: number.name, providerIds: { phoneNumberId, businessAccountId } }),
        ],
      )
      if (!stored) continue
      const rate = number.settings.ratePerSecond ?? runtime.config.NUMBER_RATE_PER_SECOND
      const [queue] = await sql<{ changed: boolean }>(
        tx.em,
        `insert into number_queue (number_id, workspace_id, connected, rate_per_second, quiet_hours) values ($1, $2, $3, $4, $6)
       on conflict (number_id) do update set connected = excluded.connected, rate_per_second = excluded.rate_per_second,
         quiet_hours = excluded.quiet_hours,
         well_since = case when $5 then number_queue.well_since else now() end,
         blocked_until = case when $5 then number_queue.blocked_until when number_queue.blocked_for = 'failed' then now() end
       returning old.quiet_hours is distinct from new.quiet_hours as changed`,
        [number.id, workspace, connected, rate, number.status === 'error', serializeQuietHours(number)],
      )
      if (queue?.changed) await releaseQuietHours(tx.em, number.id)
      if (number.default) {
        await sql(
          tx.em,
          'update known_number set is_default = false where workspace_id = $1 and id <> $2 and is_default',
          [workspace, number.id],
        )
      }
    }
    tx.wake('dispatch')
  },
)
