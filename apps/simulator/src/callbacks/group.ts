import { waIdOf } from '../graph/recipient.ts'
import type { SimulatedGroup } from '../state/groups.ts'
import type { SimulatedNumber } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import { userIdOf, valueHead } from './envelope.ts'

type Field = 'group_lifecycle_update' | 'group_participants_update' | 'group_settings_update' | 'group_status_update'

/** Reports a change of a group in a callback. `item` has the fields of its only entry in `groups[]`. */
export function reportGroup(
  simulator: SimulatorState,
  number: SimulatedNumber,
  { field, ...item }: { field: Field; type: string; [name: string]: unknown },
): void {
  const reported = { timestamp: String(Math.floor(Date.now() / 1000)), ...item }
  simulator.report(number, () => ({ field, value: { ...valueHead(number), groups: [reported] } }))
}

/** Returns a person as represented in callbacks and responses, without the phone number if it is hidden. */
export function personOf(number: SimulatedNumber, person: string): { wa_id?: string; user_id: string } {
  return { ...(person.startsWith('+') && { wa_id: waIdOf(person) }), user_id: userIdOf(number, person) }
}

/** Adds a person to a group, drops their request to join, and reports that they joined. */
export function admit(
  simulator: SimulatorState,
  number: SimulatedNumber,
  { group, person }: { group: SimulatedGroup; person: string },
): SimulatedGroup {
  const requests = group.requests.filter((request) => request.person !== person)
  const joined = simulator.groups.save({ ...group, requests, people: [...group.people, person] })
  reportGroup(simulator, number, {
    field: 'group_participants_update',
    type: 'group_participants_add',
    group_id: group.id,
    reason: 'invite_link',
    added_participants: [personOf(number, person)],
  })
  return joined
}
