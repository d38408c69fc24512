import type { Group, JoinRequest, Participant } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { paged } from '../../api/queries.ts'
import type { Tone } from '../../parts/status.tsx'

export const groupTones: Readonly<Record<Group['status'], Tone>> = {
  creating: 'warn',
  active: 'good',
  suspended: 'bad',
  deleting: 'warn',
  deleted: 'quiet',
  failed: 'bad',
}

export const personTones: Readonly<Record<Participant['status'], Tone>> = {
  invited: 'warn',
  joined: 'good',
  removing: 'warn',
  removed: 'quiet',
  left: 'quiet',
  canceled: 'quiet',
  failed: 'bad',
}

export const groupsQuery = (workspace: string) =>
  paged<Group>(['groups', workspace], (cursor, options) => api.groups.list({ size: 50, ...cursor }, options).page())

export const groupQuery = (workspace: string, id: string) =>
  queryOptions({ queryKey: ['groups', workspace, id], queryFn: ({ signal }) => api.groups.get({ id }, { signal }) })

/** People in a group, including those who left. */
export const participantsQuery = (workspace: string, id: string) =>
  paged<Participant>(['groups', workspace, id, 'participants'], (cursor, options) =>
    api.participants.list({ id, size: 50, ...cursor }, options).page(),
  )

/** Requests to join a group that aren't decided yet, or whose decision the provider hasn't confirmed. */
export const requestsQuery = (workspace: string, id: string) =>
  paged<JoinRequest>(['groups', workspace, id, 'requests'], (cursor, options) =>
    api.joinRequests.list({ id, status: ['pending', 'approving', 'rejecting'], size: 50, ...cursor }, options).page(),
  )
