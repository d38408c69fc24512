import type { EntityManager } from '@mikro-orm/postgresql'
import { on, sql } from '@posthorn/chassis'
import type { GroupsRuntime } from '../config.ts'

/** What became of a message of a post. */
type Step = { workspace: string; post: string; phone: string; status: string }

/** The messages of posts, which carry the post as their reference, are counted as they get on. */
export const postFromMessage = on<'message:out' | 'message:ack' | 'message:failed', GroupsRuntime>(
  ['message:out', 'message:ack', 'message:failed'],
  async ({ tx, events }) => {
    const steps = events.flatMap(({ workspace, event, data }): Step[] => {
      const { reference: post, phone } = data
      return post && phone ? [{ workspace, post, phone, status: statusOf(event, data) }] : []
    })
    // One after another in the order of the bus: a statement takes one row for each delivery only.
    for (const status of ['sent', 'delivered', 'read', 'failed'])
      await raise(
        tx.em,
        steps.filter((step) => step.status === status),
      )
    tx.wake('post')
  },
  ({ data }) => isPost(data.reference) && Boolean(data.phone),
)

/** The queue did not take some of a post. */
export const postFromRefused = on<'message:refused', GroupsRuntime>(
  'message:refused',
  async ({ tx, events }) => {
    const steps = events.flatMap(({ workspace, data: { reference: post, phones } }) =>
      phones.map((phone) => ({ workspace, post, phone, status: 'failed' })),
    )
    await raise(tx.em, steps)
    tx.wake('post')
  },
  ({ data }) => isPost(data.reference),
)

const isPost = (reference: string | null | undefined) => reference?.startsWith('pst_') === true

function statusOf(event: string, data: object): string {
  if (event === 'message:failed') return 'failed'
  if (event === 'message:out') return 'sent'
  const { ack } = data as { ack: string }
  return ack === 'played' ? 'read' : ack
}

/** Raises deliveries to a status; what came late, repeated or out of order changes nothing. */
async function raise(em: EntityManager, steps: Step[]): Promise<void> {
  if (steps.length === 0) return
  await sql(
    em,
    `update post_delivery d set status = s.status
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as s (workspace_id, post_id, phone, status)
     where d.workspace_id = s.workspace_id and d.post_id = s.post_id and d.phone = s.phone
       and array_position(array['waiting', 'queued', 'sent', 'failed', 'delivered', 'read'], d.status)
         < array_position(array['waiting', 'queued', 'sent', 'failed', 'delivered', 'read'], s.status)`,
    [
      steps.map(({ workspace }) => workspace),
      steps.map(({ post }) => post),
      steps.map(({ phone }) => phone),
      steps.map(({ status }) => status),
    ],
  )
}
