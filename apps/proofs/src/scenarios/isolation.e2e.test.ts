import { describe } from 'vitest'
import { dialectIsolationSuite } from './contract/dialect-isolation.suite.ts'
import { isolationSuite } from './contract/isolation.suite.ts'
import { limitsSuite } from './contract/limits.suite.ts'
import { startTenants } from './contract/tenant.fixture.ts'

describe('the isolation of workspaces and numbers', () => {
  const tenants = startTenants()
  isolationSuite(tenants)
  dialectIsolationSuite(tenants)
  limitsSuite(tenants)
})
