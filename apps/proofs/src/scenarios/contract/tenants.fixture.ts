import { type Receiver, startReceiver } from '@posthorn/testkit'
import { RunningSystem } from '@posthorn/testkit/system'
import { afterAll, beforeAll } from 'vitest'
import { unhindered } from '../all.suite.ts'
import { TenantFixture } from './tenant.fixture.ts'

type Tenants = { mine: TenantFixture; theirs: TenantFixture; fuzzed: TenantFixture; receiverUrl: string }

export function startTenants(): () => Tenants {
  let system: RunningSystem | undefined
  let receiver: Receiver | undefined
  let tenants: Tenants | undefined
  beforeAll(async () => {
    receiver = await startReceiver()
    const { url } = receiver
    system = await RunningSystem.start({ split: false, env: { ...unhindered, CLOUD_API_URL: url } })
    const mine = await TenantFixture.create(system, 'Mine', url)
    const theirs = await TenantFixture.create(system, 'Theirs', url)
    const fuzzed = await TenantFixture.create(system, 'Fuzzed', url)
    tenants = { mine, theirs, fuzzed, receiverUrl: url }
  })
  afterAll(async () => {
    await system?.remove()
    await receiver?.stop()
  })
  return () => {
    if (tenants === undefined) throw new Error('the system did not start')
    return tenants
  }
}
