import { copiedId, copyRow, until, watchPlans } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'

const { fixture, connected } = useMessaging()

it('files that expire are removed with one look at the messages that wait, and those that these need are kept', async () => {
  const { service } = fixture
  const caller = service.as(connected.workspace)
  const { files, messages } = service.clients.messaging
  const store = async (text: string) =>
    (await files.create.mutate({ content: btoa(text), filename: 'a.txt' }, caller)).id
  const [needed, expiring] = [await store('needed'), await store('expiring')]
  const deliverAt = new Date(Date.now() + 3_600_000).toISOString()
  const { id } = await messages.send.mutate({ phone: '+15557920001', media: { file: needed }, deliverAt }, caller)
  const copies = [
    { table: 'message', column: 'id', of: id, count: 900 },
    { table: 'send_job', column: 'message_id', of: id, count: 900 },
    { table: 'file', column: 'id', of: expiring, count: 20 },
  ]
  for (const { table, column, of, count } of copies) {
    const changes = `jsonb_build_object('${column}', ${copiedId(column)})`
    await copyRow(service, { table, where: `${column} = $1`, params: [of], count, changes })
  }
  await service.rows('analyze')
  const watch = await watchPlans(service)
  const plans = await watch.during(async () => {
    await service.rows(`update file set expires_at = now() - interval '1 hour'`)
    service.bus.nudge('messaging', 'files')
    await until(async () => (await service.rows('select 1 from file')).length === 1)
  })
  expect(await service.rows('select id from file')).toEqual([{ id: needed }])
  expect(watch.wasteful(plans)).toEqual([])
})
