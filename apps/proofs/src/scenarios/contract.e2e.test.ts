import { type Receiver, startReceiver } from '@posthorn/testkit'
import { RunningSystem } from '@posthorn/testkit/system'
import { afterAll, beforeAll, describe } from 'vitest'
import { unlimited } from './all.suite.ts'
import { contractWalk } from './contract/contract.suite.ts'
import { fuzz } from './contract/fuzz.suite.ts'
import { hostileBodies } from './contract/hostile-bodies.suite.ts'
import { TenantFixture } from './contract/tenant.fixture.ts'

let system: RunningSystem | undefined
let receiver: Receiver | undefined
let made: { mine: TenantFixture; theirs: TenantFixture; fuzzed: TenantFixture; receiverUrl: string } | undefined

beforeAll(async () => {
  receiver = await startReceiver()
  system = await RunningSystem.start({ split: false, env: { ...unlimited, CLOUD_API_URL: receiver.url } })
  const [mine, theirs, fuzzed] = await Promise.all([
    TenantFixture.create(system, 'Mine', receiver.url),
    TenantFixture.create(system, 'Theirs', receiver.url),
    TenantFixture.create(system, 'Fuzzed', receiver.url),
  ])
  made = { mine, theirs, fuzzed, receiverUrl: receiver.url }
})
afterAll(async () => {
  await system?.remove()
  await receiver?.stop()
})

const worlds = () => {
  if (made === undefined) throw new Error('the system did not start')
  return made
}

describe('the contract', () => {
  contractWalk(worlds)
  hostileBodies(worlds)
  fuzz(worlds)
})
