import { sql, type Tx, type Verb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'

/**
 * Counts a tool call's recipients toward the key's daily limit and throws if the limit is exceeded. If a call had no effect, its recipients
 * are subtracted again. The call is recorded in the audit log.
 */
export const record: Verb<typeof accounts.assistants.record, GatewayRuntime> = async ({ ctx, input }) => {
  const { recipients, recipientsMax: max, dryRun, released } = input
  if (dryRun || recipients === 0) return { recipients: 0 }
  const counted = {
    workspace: ctx.workspace,
    key: ctx.call.actor.id,
    recipients: released ? -recipients : recipients,
    max,
  }
  return { recipients: (await countRecipients(ctx.em, counted)) ?? fail('assistant:recipients_exceeded') }
}

export type Recipients = { workspace: string; key: string; recipients: number; max: number }

/**
 * Adds to the key's recipient count for today (UTC). A negative number subtracts. Returns the new count, or undefined and counts nothing if
 * it would exceed `max`.
 */
export async function countRecipients(em: Tx['em'], counted: Recipients): Promise<number | undefined> {
  const { workspace, key, recipients, max } = counted
  const [row] = await sql<{ recipients: number }>(
    em,
    `insert into assistant_day as d (workspace_id, key_id, day, recipients)
     select $1::text, $2::text, (now() at time zone 'utc')::date, greatest($3::int, 0) where $3::int <= $4::int
     on conflict (workspace_id, key_id) do update set day = excluded.day,
       recipients = greatest($3::int + case when d.day = excluded.day then d.recipients else 0 end, 0)
     where $3::int + case when d.day = excluded.day then d.recipients else 0 end <= $4::int
     returning recipients`,
    [workspace, key, recipients, max],
  )
  return row?.recipients
}
