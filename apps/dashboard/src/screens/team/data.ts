import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** No event announces that someone joined, so the lists are polled while shown. */
const refetchInterval = 10_000

export const membersQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['team', workspace, 'members'],
    refetchInterval,
    queryFn: async ({ signal }) => (await api.team.list({ size: 100 }, { signal }).page()).items,
  })

export const invitationsQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['team', workspace, 'invitations'],
    refetchInterval,
    queryFn: async ({ signal }) => (await api.invitations.list({ size: 100 }, { signal }).page()).items,
  })
