import { newId } from '@posthorn/contracts'
import { startTestService, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contactsService } from '../service.ts'

let fixture: TestService
beforeAll(async () => {
  fixture = await startTestService(contactsService)
})
afterAll(() => fixture[Symbol.asyncDispose]())

it('opt-outs that no event carried are announced once, with every address and the version; those that ended are not', async () => {
  const workspace = fixture.workspace()
  const create = (phone: string) => fixture.clients.contacts.contacts.create.mutate({ phone }, fixture.as(workspace))
  const [out, again] = [await create('+4915112300001'), await create('+4915112300002')]
  await fixture.clients.contacts.contacts.optOut.mutate({ id: out.id }, fixture.as(workspace))
  await fixture.rows(`insert into opt_out_announcement (workspace_id, contact_id) select $1, unnest($2::text[])`, [
    workspace,
    [out.id, again.id, newId('con')],
  ])
  const announced = () =>
    fixture.bus.published.filter((event) => event.workspace === workspace && event.event === 'contact:opted_out')
  await fixture.restart()
  await until(() => announced().length > 0)
  expect(announced().map(({ data }) => data)).toEqual([
    { contacts: [{ contact: out.id, recipients: ['+4915112300001'], version: 2 }] },
  ])
  expect(await fixture.rows('select 1 from opt_out_announcement where workspace_id = $1', [workspace])).toEqual([])
})
