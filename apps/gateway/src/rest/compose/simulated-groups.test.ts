import { newId } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { groupsNamedIn, withProviderIds } from './compositions.ts'

const id = newId('num')
const [known, unknown] = [newId('grp'), newId('grp')]
const found = [{ id: known, providerId: 'P1' }]
const written = (groupId?: string) => ({ id, message: { from: '+4915112345678', type: 'text', text: 'Hi', groupId } })
const joins = (group: string) => ({ id, group: { group, action: 'follow_link' as const, who: '+4915112345678' } })

describe('a simulation in a group', () => {
  it('asks for the groups that it names by our ids only', () => {
    expect(groupsNamedIn(written(known))).toEqual({ ids: [known] })
    expect(groupsNamedIn(joins(known))).toEqual({ ids: [known] })
    for (const other of [written(), written('P1'), joins('P1'), { id }]) expect(groupsNamedIn(other)).toBeUndefined()
  })

  it("has the provider's ids of those that are found, and keeps what else it names", () => {
    expect(withProviderIds(written(known), found)).toEqual(written('P1'))
    expect(withProviderIds(joins(known), found)).toEqual(joins('P1'))
    for (const other of [written(unknown), joins(unknown), written('P2'), written()])
      expect(withProviderIds(other, found)).toEqual(other)
  })
})
