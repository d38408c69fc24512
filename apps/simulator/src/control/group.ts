import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { admit, personOf, reportGroup } from '../graph/groups.ts'
import { refuseControl } from '../graph/reply.ts'
import { groupPeopleMax, type SimulatedGroup, type SimulatedNumber } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'

export const groupInput = z.strictObject({
  group: z.string().min(1).describe("The provider's id of it"),
  action: z.enum(['follow_link', 'withdraw', 'leave', 'suspend', 'clear']),
  who: z.string().min(1).optional().describe('Phone, or the user id of who hides it; of the first three'),
  link: z.string().optional().describe('The link that is followed; absent: the one that is good'),
})

type Input = z.infer<typeof groupInput>
type Scene = { simulator: SimulatorState; number: SimulatedNumber; group: SimulatedGroup }
type Outcome = 'joined' | 'asked' | 'withdrawn' | 'left' | 'suspended' | 'cleared'

/** Simulates someone who follows the invite link, withdraws a request or leaves, or the provider, which suspends the group or stops. */
export function playGroup(
  simulator: SimulatorState,
  number: SimulatedNumber,
  input: Input,
): { simulated: 'group'; outcome: Outcome } {
  const group =
    simulator.groups.get(number.phoneNumberId, input.group) ??
    refuseControl(404, 'There is no such group of this number.')
  return { simulated: 'group', outcome: play({ simulator, number, group }, input) }
}

/** Performs the requested action. The provider itself suspends groups; all other actions need a person. */
function play(scene: Scene, { action, who, link }: Input): Outcome {
  if (action === 'suspend' || action === 'clear') return suspend(scene, action === 'suspend')
  const person = readPerson(who ?? refuseControl(400, `name who is to ${action}`))
  if (action === 'follow_link') return followLink(scene, person, link)
  return action === 'leave' ? leave(scene, person) : withdraw(scene, person)
}

/** Reads a person: a user id begins with a country code such as `US.`; anything else is a phone number in any notation. */
const readPerson = (phoneOrUserId: string): string =>
  /^[A-Z]{2}\./.test(phoneOrUserId) ? phoneOrUserId : `+${phoneOrUserId.replace(/\D/g, '')}`

/** Lets a person in, or adds a join request if the group needs approval. Refuses those whom the provider would not let in. */
function followLink({ simulator, number, group }: Scene, person: string, link = group.inviteLink): Outcome {
  if (link !== group.inviteLink || group.suspended) return refuseControl(409, 'The link is not good.')
  if (group.removed.includes(person)) return refuseControl(409, 'They were removed and cannot come back.')
  if (group.people.includes(person)) return refuseControl(409, 'They are in the group.')
  if (group.requests.some((request) => request.person === person)) return refuseControl(409, 'They have asked already.')
  if (group.people.length >= groupPeopleMax) return refuseControl(409, 'The group is full.')
  if (!group.joinApproval) {
    admit(simulator, number, { group, person })
    return 'joined'
  }
  const request = { id: randomBytes(18).toString('base64url'), person, atMs: Date.now() }
  simulator.groups.save({ ...group, requests: [...group.requests, request] })
  reportRequest({ simulator, number, group }, { type: 'group_join_request_created', ...request })
  return 'asked'
}

/** Withdraws a person's request to join, which the number has not answered yet. */
function withdraw({ simulator, number, group }: Scene, person: string): Outcome {
  const request =
    group.requests.find((each) => each.person === person) ?? refuseControl(409, 'They have not asked to join.')
  simulator.groups.save({ ...group, requests: group.requests.filter((each) => each !== request) })
  reportRequest({ simulator, number, group }, { type: 'group_join_request_revoked', ...request })
  return 'withdrawn'
}

/** Reports a new or withdrawn join request in a callback. */
function reportRequest(
  { simulator, number, group }: Scene,
  { type, id, person }: { type: string; id: string; person: string },
): void {
  reportGroup(simulator, number, {
    field: 'group_participants_update',
    type,
    group_id: group.id,
    join_request_id: id,
    reason: 'invite_link',
    ...personOf(number, person),
  })
}

/** Lets a person leave a group. Unlike someone who was removed, they can join again. */
function leave({ simulator, number, group }: Scene, person: string): Outcome {
  if (!group.people.includes(person)) return refuseControl(409, 'They are not in the group.')
  simulator.groups.save({ ...group, people: group.people.filter((member) => member !== person) })
  reportGroup(simulator, number, {
    field: 'group_participants_update',
    type: 'group_participants_remove',
    group_id: group.id,
    initiated_by: 'participant',
    removed_participants: [personOf(number, person)],
  })
  return 'left'
}

/** Suspends a group for the provider, or lifts its suspension. */
function suspend({ simulator, number, group }: Scene, suspended: boolean): Outcome {
  simulator.groups.save({ ...group, suspended })
  const type = suspended ? 'group_suspend' : 'group_suspend_cleared'
  reportGroup(simulator, number, { field: 'group_status_update', type, group_id: group.id })
  return suspended ? 'suspended' : 'cleared'
}
