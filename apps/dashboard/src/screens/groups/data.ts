import type { Group, JoinRequest, Participant } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api, paged } from '../../api/api.ts'
import type { Tone } from '../../parts/page.tsx'

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

export const groupsQuery = (workspaceId: string) =>
  paged<Group>(['groups', workspaceId], (cursor, options) => api.groups.list({ size: 50, ...cursor }, options).page())

export const groupQuery = (workspaceId: string, groupId: string) =>
  queryOptions({
    queryKey: ['groups', workspaceId, groupId],
    queryFn: ({ signal }) => api.groups.get({ id: groupId }, { signal }),
  })

/** People in a group, including those who left. */
export const participantsQuery = (workspaceId: string, groupId: string) =>
  paged<Participant>(['groups', workspaceId, groupId, 'participants'], (cursor, options) =>
    api.participants.list({ id: groupId, size: 50, ...cursor }, options).page(),
  )

/** Requests to join a group that aren't decided yet, or whose decision the provider hasn't confirmed. */
export const requestsQuery = (workspaceId: string, groupId: string) =>
  paged<JoinRequest>(['groups', workspaceId, groupId, 'requests'], (cursor, options) =>
    api.joinRequests
      .list({ id: groupId, status: ['pending', 'approving', 'rejecting'], size: 50, ...cursor }, options)
      .page(),
  )
