/** Someone in a group: an E.164 phone, or the user id of a person who hides it. */
type Person = string

/** A number's group, as stored in the journal. */
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
  /** Participants, without the number itself. */
  people: Person[]
  /** Removed people, who can't join by the link again. */
  removed: Person[]
  /** Pending join requests. */
  requests: { id: string; person: Person; atMs: number }[]
}

/** Maximum number of people in a group (cloud-api.md section 6). */
export const groupPeopleMax = 8

/** The groups; a change is in the journal when `save` returns. */
export type GroupBook = {
  get(phoneNumberId: string, id: string): SimulatedGroup | undefined
  /** A number's groups, oldest first. */
  of(phoneNumberId: string): SimulatedGroup[]
  save(group: SimulatedGroup): SimulatedGroup
}

/** Opens the journal's groups; `keep` writes one. */
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
