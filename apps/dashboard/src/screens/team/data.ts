import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** No event says who has joined: the lists are read anew so often while they are shown. */
const refetchInterval = 10_000

/** The members of the workspace. */
export const membersQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['team', workspace, 'members'],
    refetchInterval,
    queryFn: async ({ signal }) => (await api.team.list({ size: 100 }, { signal }).page()).items,
  })

/** The invitations that no one has taken yet. */
export const invitationsQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['team', workspace, 'invitations'],
    refetchInterval,
    queryFn: async ({ signal }) => (await api.invitations.list({ size: 100 }, { signal }).page()).items,
  })
