import { describe, expect, it } from 'vitest'
import { grantableRoles } from './roles.ts'

describe('the roles that someone may give', () => {
  it('are all for an owner, those below an admin for an admin, and none for others', () => {
    expect(grantableRoles('owner')).toEqual(['viewer', 'agent', 'admin', 'owner'])
    expect(grantableRoles('admin')).toEqual(['viewer', 'agent'])
    expect([grantableRoles('agent'), grantableRoles('viewer'), grantableRoles(undefined)]).toEqual([[], [], []])
  })
})
