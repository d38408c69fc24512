import type { RunningSystem } from '@posthorn/testkit/system'
import { owner } from '../dashboard/owner.ts'

/** A program of the shop assigns chats to the owner and mentions them in notes. */
export async function seedNotifications(system: RunningSystem, chats: readonly string[]): Promise<void> {
  const team = await system.ok<{ id: string; email: string }[]>('GET', '/v1/team')
  const member = team.find(({ email }) => email === owner.email)?.id
  const options = ['--workspace', system.account.workspace, '--scopes', 'read,send']
  const { key } = await system.posthorn<{ key: string }>(
    'operator',
    'key',
    'create',
    '--name',
    'Order desk',
    ...options,
  )
  const [parcel, size, , address] = chats
  const mention = (chat: string | undefined, message: string) =>
    system.ok('POST', `/v1/chats/${chat}/notes`, { body: { message, mentions: [member] }, key })
  const assign = (chat: string | undefined) => system.ok('POST', `/v1/chats/${chat}/assign`, { body: { member }, key })
  await mention(address, 'Ada, may we change the address once it is packed?')
  await assign(size)
  await assign(parcel)
  await mention(parcel, 'Ada, the carrier has found it: it arrives tomorrow.')
}
