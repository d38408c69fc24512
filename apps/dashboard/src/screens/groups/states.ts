import type { Group, Participant } from '@posthorn/sdk'
import type { Tone } from '../../parts/state.tsx'

/** How well each state of a group is. */
export const groupTones: Readonly<Record<Group['state'], Tone>> = {
  creating: 'warn',
  active: 'good',
  suspended: 'bad',
  deleting: 'warn',
  deleted: 'quiet',
  failed: 'bad',
}

/** How well each state of a person in a group is. */
export const personTones: Readonly<Record<Participant['state'], Tone>> = {
  invited: 'warn',
  joined: 'good',
  removing: 'warn',
  removed: 'quiet',
  left: 'quiet',
  canceled: 'quiet',
  failed: 'bad',
}
