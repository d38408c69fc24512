import type { Group, Participant } from '@posthorn/sdk'
import type { Tone } from '../../parts/state.tsx'

/** Tone of each state of a group. */
export const groupTones: Readonly<Record<Group['state'], Tone>> = {
  creating: 'warn',
  active: 'good',
  suspended: 'bad',
  deleting: 'warn',
  deleted: 'quiet',
  failed: 'bad',
}

/** Tone of each state of a person in a group. */
export const personTones: Readonly<Record<Participant['state'], Tone>> = {
  invited: 'warn',
  joined: 'good',
  removing: 'warn',
  removed: 'quiet',
  left: 'quiet',
  canceled: 'quiet',
  failed: 'bad',
}
