import { referenceSuite } from './contract/reference.suite.ts'
import { startTenants } from './contract/tenant.fixture.ts'

referenceSuite(startTenants())
