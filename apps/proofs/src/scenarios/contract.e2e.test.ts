import { describe } from 'vitest'
import { contractSuite } from './contract/contract.suite.ts'
import { fuzz } from './contract/fuzz.suite.ts'
import { hostileBodies } from './contract/hostile-bodies.suite.ts'
import { referenceSuite } from './contract/reference.suite.ts'
import { startTenants } from './contract/tenant.fixture.ts'
import { timeFiltersSuite } from './contract/time-filters.suite.ts'

describe('the contract', () => {
  const tenants = startTenants()
  contractSuite(tenants)
  hostileBodies(tenants)
  timeFiltersSuite(tenants)
  referenceSuite(tenants, 'messages')
  fuzz(tenants)
})
