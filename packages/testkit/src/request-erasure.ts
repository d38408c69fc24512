import { busEvent, type TestService } from '@posthorn/chassis/testing'
import { type EventData, erasureNamesPurpose, newId } from '@posthorn/contracts'
import { until } from '@posthorn/test-servers'

type ErasedPerson = { workspace: string; phones?: string[]; userIds?: string[]; texts?: string[]; contact?: string }

/** Requests a person's erasure from a service under test, as the contacts service does, and waits until it is done. */
export async function requestErasure(
  fixture: TestService,
  service: EventData<'erasure:done'>['service'],
  { workspace, phones = [], userIds = [], texts = [], contact = newId('con') }: ErasedPerson,
): Promise<{ erasure: string }> {
  const erasure = newId('ers')
  const sealed = fixture.vault.seal(JSON.stringify({ phones, userIds, texts }), erasureNamesPurpose(erasure))
  const data = { erasure, contact, requestedAt: new Date().toISOString(), services: [service], sealed }
  await fixture.bus.publish(busEvent({ event: 'erasure:requested', workspace, data }))
  const isAbout = (published: unknown) => (published as { erasure?: string }).erasure === erasure
  await until(
    () => fixture.bus.published.some(({ event, data: published }) => event === 'erasure:done' && isAbout(published)),
    {
      describe: `${service} to erase the person`,
    },
  )
  return { erasure }
}
