import type { GatewayRuntime } from '../../deps.ts'
import { unlinked } from '../../mail/letter.ts'
import type { Mail } from '../../mail/mail.ts'
import { digestReader } from './digest.sql.ts'

/** Writes what waits for a member: numbers only, nothing of customers. Undefined if nothing does. */
export async function writeDigest(
  runtime: GatewayRuntime,
  { workspace, member }: { workspace: string; member: string },
  publicUrl: string,
): Promise<Mail | undefined> {
  const { db, deps } = runtime
  const reader = await db.withScope('all', () => digestReader(db.em(), { workspace, member }))
  if (!reader) return undefined
  const call = deps.clients.calling({
    workspace,
    scopes: ['read'],
    actor: { type: 'member', id: member, name: reader.name },
    ...(reader.numbers && { numbers: reader.numbers as `num_${string}`[] }),
  })
  const { chats, notifications } = deps.clients.messaging
  const waiting = { status: ['open' as const], waiting: true }
  const filters = { mine: { ...waiting, assignee: ['me' as const] }, open: { ...waiting, assignee: ['none' as const] } }
  const [{ mine, open }, mentions] = await Promise.all([
    chats.counts.mutate({ filters }, call),
    notifications.list.query({ unread: true, kind: ['mention'], size: 100 }, call),
  ])
  const lines = [
    lineOf(mine, 'assigned to you'),
    lineOf(open, 'assigned to no one'),
    mentions.items.length > 0
      ? `- ${mentions.items.length}${mentions.next ? '+' : ''} unread mentions of you in notes`
      : '',
  ].filter((line) => line !== '')
  if (lines.length === 0) return undefined
  const place = `${publicUrl}/app/${workspace}`
  const text = `This waits in the workspace "${unlinked(reader.workspaceName)}":

${lines.join('\n')}

${place}/inbox/mine

You get this mail each morning, because you turned it on in your account. Turn it off there: ${place}/me
`
  return { to: reader.email, subject: 'What waits for you in Posthorn', text }
}

type Counted = { total: number; more: boolean } | undefined

function lineOf(counted: Counted, of: string): string {
  if (!counted || counted.total === 0) return ''
  const { total, more } = counted
  return `- ${total}${more ? '+' : ''} ${total === 1 ? 'chat' : 'chats'} ${of}, whose customers wait for an answer`
}
