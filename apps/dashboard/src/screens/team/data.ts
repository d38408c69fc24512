import { queryOptions } from '@tanstack/react-query'
import type { Role } from '../../api/auth.ts'
import { api } from '../../api/client.ts'

/** No event announces that someone joined, so the lists are refreshed while shown. */
const refetchInterval = 10_000

export const membersQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['team', workspace, 'members'],
    refetchInterval,
    queryFn: async ({ signal }) => (await api.team.list({ size: 100 }, { signal }).page()).items,
  })

/** Pending invitations. */
export const invitationsQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['team', workspace, 'invitations'],
    refetchInterval,
    queryFn: async ({ signal }) => (await api.invitations.list({ size: 100 }, { signal }).page()).items,
  })

/** Returns the roles that someone may grant: owners all, admins those below admin, others none. */
export function rolesUpTo(own: Role | undefined): Role[] {
  if (own === 'owner') return ['viewer', 'agent', 'admin', 'owner']
  return own === 'admin' ? ['viewer', 'agent'] : []
}
