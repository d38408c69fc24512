/** Someone in a group: an E.164 phone, or the user id of who hides it. */
type Person = string

/** A group of a number, as kept in the journal. */
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
  /** The people in it; the number itself is not counted. */
  people: Person[]
  /** The people who were removed: the link lets them in no more. */
  removed: Person[]
  /** The people who wait to be let in. */
  requests: { id: string; person: Person; atMs: number }[]
}

/** People of a group at most (cloud-api.md section 6). */
export const groupPeopleMax = 8

/** The groups there are; a change is in the journal when `save` returns. */
export type GroupBook = {
  /** The group with this id, of this number. */
  get(phoneNumberId: string, id: string): SimulatedGroup | undefined
  /** Groups of a number, oldest first. */
  of(phoneNumberId: string): SimulatedGroup[]
  save(group: SimulatedGroup): SimulatedGroup
}

/** Opens the book over the groups that the journal held; `keep` writes one there. */
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
