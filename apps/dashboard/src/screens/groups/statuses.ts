import type { Group, Participant } from '@posthorn/sdk'
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
