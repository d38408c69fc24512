import type { Group, JoinRequest, Participant } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { paged } from '../../api/paged.ts'

/** The groups of the workspace, newest first. */
export const groupsQuery = (workspace: string) =>
  paged<Group>(['groups', workspace], (cursor, options) => api.groups.list({ size: 50, ...cursor }, options).page())

/** A group by its id. */
export const groupQuery = (workspace: string, id: string) =>
  queryOptions({ queryKey: ['groups', workspace, id], queryFn: ({ signal }) => api.groups.get({ id }, { signal }) })

/** The people of a group, also those who left. */
export const participantsQuery = (workspace: string, id: string) =>
  paged<Participant>(['groups', workspace, id, 'participants'], (cursor, options) =>
    api.participants.list({ id, size: 50, ...cursor }, options).page(),
  )

/** The requests to join a group that are open, or being decided. */
export const requestsQuery = (workspace: string, id: string) =>
  paged<JoinRequest>(['groups', workspace, id, 'requests'], (cursor, options) =>
    api.joinRequests.list({ id, status: ['pending', 'approving', 'rejecting'], size: 50, ...cursor }, options).page(),
  )
