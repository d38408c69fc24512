/** A person in a group: an E.164 phone number, or the user id of someone who hides their phone number. */
type Person = string

export type SimulatedGroup = {
  id: string
  phoneNumberId: string
  subject: string
  description?: string | undefined
  joinApproval: boolean
  inviteLink: string
  createdAtMs: number
  suspended?: boolean
  deleted?: boolean
  /** Participants, not including the number itself. */
  people: Person[]
  /** People who were removed. They can't rejoin through the link. */
  removed: Person[]
  requests: { id: string; person: Person; atMs: number }[]
}

/** Maximum number of people in a group. */
export const groupPeopleMax = 8

/** All groups. A change is in the journal once `save` returns. */
export type GroupBook = {
  get(phoneNumberId: string, id: string): SimulatedGroup | undefined
  of(phoneNumberId: string): SimulatedGroup[]
  save(group: SimulatedGroup): SimulatedGroup
}

/** Restores the journal's groups. `keep` writes a group to the journal. */
export function openGroups(groups: Map<string, SimulatedGroup>, keep: (group: SimulatedGroup) => void): GroupBook {
  const live = (group: SimulatedGroup) => group.deleted !== true
  return {
    get: (phoneNumberId, id) => {
      const group = groups.get(id)
      return group?.phoneNumberId === phoneNumberId && live(group) ? group : undefined
    },
    of: (phoneNumberId) => [...groups.values()].filter((group) => group.phoneNumberId === phoneNumberId && live(group)),
    save: (group) => {
      keep(group)
      groups.set(group.id, group)
      return group
    },
  }
}
