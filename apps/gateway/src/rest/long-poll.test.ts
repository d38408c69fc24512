import { exampleContact } from '@posthorn/contracts'
import { busEvent, startTestService, type TestService } from '@posthorn/testkit'
import { webhooksService } from '@posthorn/webhooks/service'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Stage, startStage } from '../stage.suite.ts'

let webhooks: TestService
let stage: Stage
beforeAll(async () => {
  webhooks = await startTestService(webhooksService)
  stage = await startStage({ WEBHOOKS_URL: webhooks.service.url })
})
afterAll(async () => {
  await stage[Symbol.asyncDispose]()
  await webhooks[Symbol.asyncDispose]()
})

it('who waits for events holds nobody up, and gets them as they happen', async () => {
  const [mine, other] = [await stage.tenant(), await stage.tenant()]
  let waiting = 2
  const polls = [mine, other].map(async ({ token }) => {
    const answer = await stage.ask('/v1/events?wait=20', { token })
    waiting -= 1
    return answer
  })
  for (const path of ['/v1/events/kinds', '/v1/events?after=0', '/v1/webhooks']) {
    expect((await stage.ask(path, { token: mine.token })).status).toBe(200)
  }
  expect(waiting).toBe(2)
  for (const { workspace } of [mine, other]) {
    await webhooks.bus.publish(busEvent({ event: 'contact:created', workspace, data: exampleContact }))
  }
  for (const [i, poll] of polls.entries()) {
    const { json } = await poll
    expect(json).toMatchObject([{ event: 'contact:created', sequence: 1, workspace: [mine, other][i]?.workspace }])
  }
})
