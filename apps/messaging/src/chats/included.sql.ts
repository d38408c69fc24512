import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { chatInclude, chatWithSummaries, Unfilled } from '@posthorn/contracts'
import type { z } from 'zod'
import { contactOf, type MessageContext } from '../messages/present.ts'
import { numberColumns } from '../messages/rows.sql.ts'
import type { presentChat } from './present.ts'

type Presented = ReturnType<typeof presentChat>
type Surroundings = Pick<
  MessageContext,
  'numberPhone' | 'numberName' | 'providerIds' | 'contactFields' | 'contactBlocked'
>

/** Adds the requested summaries, with one query for all chats. */
export async function withIncluded(
  { em, workspace }: { em: EntityManager; workspace: string },
  chats: Presented[],
  include: z.output<typeof chatInclude>[] | undefined,
): Promise<Unfilled<z.output<typeof chatWithSummaries>>[]> {
  if (include === undefined) return chats.map((chat) => ({ ...chat, summaries: null }))
  const rows = await sql<Surroundings & { id: string }>(
    em,
    `select c.id, ${numberColumns}, f.fields as "contactFields", f.blocked as "contactBlocked" from chat c
     left join contact_fact f on f.workspace_id = c.workspace_id and f.contact_id = c.contact_id
     left join known_number n on n.workspace_id = c.workspace_id and n.id = c.number_id
     where c.workspace_id = $1 and c.id = any($2)`,
    [workspace, chats.map(({ id }) => id)],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return chats.map((chat) => {
    const { numberPhone: phone, numberName: name, providerIds, ...facts } = byId.get(chat.id) ?? {}
    const contact = chat.contact ? contactOf({ chatName: chat.name ?? null, ...facts }, chat.contact, chat.phone) : null
    const number = { id: chat.number, phone, name, ...providerIds }
    return {
      ...chat,
      summaries: { ...(include.includes('contact') && { contact }), ...(include.includes('number') && { number }) },
    }
  })
}
