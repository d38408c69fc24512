import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { itemsOf } from '../../api/lists.ts'

/** No event announces that someone joined, so the lists are polled while shown. */
const refetchInterval = 10_000

export const membersQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['team', workspace, 'members'],
    refetchInterval,
    queryFn: ({ signal }) => itemsOf(api.team.list({ size: 100 }, { signal })),
  })

export const invitationsQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['team', workspace, 'invitations'],
    refetchInterval,
    queryFn: ({ signal }) => itemsOf(api.invitations.list({ size: 100 }, { signal })),
  })
