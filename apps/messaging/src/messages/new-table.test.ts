import { copiedId, copyRow, keepTablesNew } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { startMessaging } from '../messaging.fixture.ts'
import { contextColumns, contextJoins } from './rows.sql.ts'

/** Numbers of chats at which to plan. The worst sizes are those at which only the larger of two indexes has a second level. */
const sizes = Array.from({ length: 40 }, (_, index) => (index + 1) * 10)

it('the chat of a message is found by its key at every size of a table that was never analyzed', async () => {
  await using fixture = await startMessaging()
  const { workspace } = await fixture.connectNumber()
  await keepTablesNew(fixture.service)
  const message = { phone: '+15557901000', message: 'parcel' }
  const made = await fixture.service.clients.messaging.messages.send.mutate(message, fixture.service.as(workspace))
  const found = []
  for (const size of sizes) {
    const recipient = `'1556' || (1000000 + i)`
    await copyRow(fixture.service, {
      table: 'chat',
      where: 'id = $1',
      params: [made.chat],
      first: size - 9,
      count: 10,
      changes: `jsonb_build_object('id', ${copiedId('id')}, 'recipient', ${recipient}, 'phone', '+' || ${recipient},
        'updated_at', to_jsonb(now() - make_interval(secs => i)))`,
    })
    const plan = await fixture.service.rows<{ 'QUERY PLAN': string }>(
      `explain (generic_plan) select ${contextColumns} from unnest($1::text[], $2::text[]) as wanted (workspace_id, id)
       join message m on m.workspace_id = wanted.workspace_id and m.id = wanted.id and m.id = any($2) ${contextJoins}`,
    )
    const steps = plan.map((step) => step['QUERY PLAN'])
    found.push(/using (\w+) on chat c /.exec(steps.join('\n'))?.[1])
  }
  expect(found).toEqual(sizes.map(() => 'chat_pkey'))
})
