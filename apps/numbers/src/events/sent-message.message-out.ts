import { on, sql } from '@posthorn/chassis'
import type { NumbersRuntime } from '../config.ts'

/** Records the provider's ids of simulator numbers' messages, for simulations about them. */
export const recordSentMessage = on<'message:out', NumbersRuntime>('message:out', async ({ tx, events }) => {
  const messages = events.flatMap(({ workspace, data: { id, number, providerId } }) =>
    providerId && number ? [{ workspace, id, number, providerId }] : [],
  )
  if (messages.length === 0) return
  await sql(
    tx.em,
    `insert into sent_message (workspace_id, id, number_id, provider_id)
     select m.workspace_id, m.id, m.number_id, m.provider_id
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as m (workspace_id, id, number_id, provider_id)
     join number n on n.workspace_id = m.workspace_id and n.id = m.number_id and n.provider = 'simulator'
     on conflict do nothing`,
    [
      messages.map(({ workspace }) => workspace),
      messages.map(({ id }) => id),
      messages.map(({ number }) => number),
      messages.map(({ providerId }) => providerId),
    ],
  )
})
