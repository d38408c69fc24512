import type { Group, JoinRequest, Participant } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { paged } from '../../api/paged.ts'
import type { Tone } from '../../parts/status.tsx'

/** Tone of each status of a group. */
export const groupTones: Readonly<Record<Group['status'], Tone>> = {
  creating: 'warn',
  active: 'good',
  suspended: 'bad',
  deleting: 'warn',
  deleted: 'quiet',
  failed: 'bad',
}

/** Tone of each status of a person in a group. */
export const personTones: Readonly<Record<Participant['status'], Tone>> = {
  invited: 'warn',
  joined: 'good',
  removing: 'warn',
  removed: 'quiet',
  left: 'quiet',
  canceled: 'quiet',
  failed: 'bad',
}

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
