import { describe, expect, it } from 'vitest'
import { rolesUpTo } from './roles.ts'

describe('the roles that someone may give', () => {
  it('are all for an owner, those below an admin for an admin, and none for others', () => {
    expect(rolesUpTo('owner')).toEqual(['viewer', 'agent', 'admin', 'owner'])
    expect(rolesUpTo('admin')).toEqual(['viewer', 'agent'])
    expect([rolesUpTo('agent'), rolesUpTo('viewer'), rolesUpTo(undefined)]).toEqual([[], [], []])
  })
})
