import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** The members of the workspace. */
export const membersQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['team', workspace, 'members'],
    queryFn: async ({ signal }) => (await api.team.list({ size: 100 }, { signal }).page()).items,
  })

/** The invitations that nobody has taken yet. */
export const invitationsQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['team', workspace, 'invitations'],
    queryFn: async ({ signal }) => (await api.invitations.list({ size: 100 }, { signal }).page()).items,
  })
