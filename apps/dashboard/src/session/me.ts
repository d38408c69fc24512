import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { call } from '../api/api.ts'
import type { Role } from '../api/auth.ts'
import { useSession } from './session.ts'

/** The caller in a workspace: a member or a key. */
export type Me = {
  workspace: { id: string; name: string }
  member?: { id: string; name: string; email: string; role: Role; numbers: string[] | null } | null
  key?: { id: string; name: string; scopes: string[] } | null
  may?: string[]
  workspaces?: { id: string; name: string; role: Role }[]
}

/** The caller in a workspace, with the operations that they may use. */
export const meQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['me', workspaceId],
    queryFn: () => call<Me>('GET', '/v1/me'),
    staleTime: 60_000,
  })

export function useWorkspaceId(): string {
  return useParams({ strict: false }).ws ?? ''
}

export function useMe(): Me {
  return useSuspenseQuery(meQuery(useWorkspaceId())).data
}

/** Returns a function that tells whether the caller may use an operation, such as `chats.list`. Screens offer only those. */
export function useMay(): (operation: string) => boolean {
  const { data } = useQuery(meQuery(useWorkspaceId()))
  const { access } = useSession()
  const isOperator = access?.kind === 'person' && access.account.person.operator === true
  return (operation) => (operation === installation ? isOperator : data !== undefined && mayUse(data, operation))
}

/** The operator permission. It belongs to a person, not to a role. */
export const installation = 'installation'

const keyOperations = /^(keys|invitations)\./
/** Operations that the scope `read` allows. */
const reading = /\.(list|get|messages|deliveries|trace|receipts|kinds|contacts|export|usage)$/

/** Whether the caller may use an operation. Without a list of operations, the key's scopes decide. */
export function mayUse({ may, key, member }: Me, operation: string): boolean {
  // Notifications belong to members, and a key isn't one.
  if (operation.startsWith('notifications.') && !member) return false
  if (may !== undefined) return may.includes(operation)
  if (keyOperations.test(operation)) return false
  const scopes = key?.scopes ?? []
  if (reading.test(operation)) return scopes.includes('read')
  return scopes.includes('send') || scopes.includes('manage')
}
