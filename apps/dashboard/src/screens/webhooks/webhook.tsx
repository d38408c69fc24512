import { Alert, Button, Modal, Stack } from '@mantine/core'
import type { Webhook, WebhooksTestAnswer } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/queries.ts'
import { CodeBlock } from '../../parts/code.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { Status } from '../../parts/status.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { duration, fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { statusOf, webhookQuery } from './data.ts'
import { Deliveries } from './deliveries.tsx'
import { Replays } from './replays.tsx'
import { Settings } from './settings.tsx'
import { Timeline } from './timeline.tsx'

export function WebhookScreen() {
  const { webhook: id = '', part = 'deliveries' } = useParams({ strict: false })
  const workspace = useWorkspaceId()
  const query = useQuery({ ...webhookQuery(workspace, id), refetchInterval: 5_000 })
  const at = `developer/webhooks/${id}`
  const tabs = [
    { to: at, name: say('webhook.deliveries') },
    { to: `${at}/timeline`, name: say('timeline.title') },
    { to: `${at}/replays`, name: say('webhook.replays') },
    { to: `${at}/settings`, name: say('webhook.settings') },
  ]
  return (
    <Page
      title={query.data?.name ?? query.data?.url ?? say('nav.webhooks')}
      back={{ to: 'developer/webhooks', name: say('nav.webhooks') }}
      actions={query.data && <Buttons webhook={query.data} />}
    >
      <Loaded query={query}>
        {(webhook) => (
          <>
            <Endpoints webhook={webhook} />
            <Tabs label={say('webhook.parts')} tabs={tabs} />
            {part === 'deliveries' && <Deliveries webhookId={webhook.id} />}
            {part === 'timeline' && <Timeline webhookId={webhook.id} />}
            {part === 'replays' && <Replays webhookId={webhook.id} />}
            {part === 'settings' && <Settings key={webhook.id} webhook={webhook} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** The webhook's status, and each URL with its breaker and its last success. */
function Endpoints({ webhook }: { webhook: Webhook }) {
  return (
    <Panel title={say('webhook.status')}>
      <Facts
        facts={[
          [say('webhook.status'), <Status key="status" {...statusOf(webhook)} />],
          ...webhook.endpoints.map(({ url, breaker, lastSuccessAt }) => {
            const success = lastSuccessAt === null ? say('webhook.never') : fullMoment(lastSuccessAt)
            return [url, `${say(`breaker.${breaker.status}`)} · ${say('webhook.lastSuccess')}: ${success}`] as const
          }),
        ]}
      />
    </Panel>
  )
}

/** Buttons that send a test event, and pause or resume the webhook. The responses to the test are shown. */
function Buttons({ webhook }: { webhook: Webhook }) {
  const { id, status } = webhook
  const workspace = useWorkspaceId()
  const may = useMay()
  const [answers, setAnswers] = useState<WebhooksTestAnswer[]>()
  const test = useAction({ run: () => api.webhooks.test({ id }).then(setAnswers), changes: [] })
  const isActive = status === 'active'
  const turn = useAction({
    run: () => (isActive ? api.webhooks.pause({ id }) : api.webhooks.resume({ id })),
    changes: [['webhooks', workspace]],
    done: () => say(isActive ? 'webhook.isPaused' : 'webhook.isEnabled'),
  })
  return (
    <>
      {may('webhooks.test') && (
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate(undefined)}>
          {say('webhook.test')}
        </Button>
      )}
      {may('webhooks.pause') && (
        <Button
          variant={isActive ? 'default' : 'filled'}
          loading={turn.isPending}
          onClick={() => turn.mutate(undefined)}
        >
          {say(isActive ? 'webhook.pause' : 'webhook.resume')}
        </Button>
      )}
      <Modal
        opened={answers !== undefined}
        onClose={() => setAnswers(undefined)}
        title={say('webhook.tested')}
        size="lg"
      >
        <Stack>
          {answers?.map((answer) => (
            <Answer key={answer.url} answer={answer} />
          ))}
        </Stack>
      </Modal>
    </>
  )
}

/** The response of one URL to the test event. */
function Answer({ answer }: { answer: WebhooksTestAnswer }) {
  const { url, delivered, httpStatus, latencyMs, error, responseBody } = answer
  const result = [httpStatus ?? error, duration(latencyMs)].join(' · ')
  return (
    <Alert color={delivered ? 'green' : 'red'} title={say(delivered ? 'webhook.testGood' : 'webhook.testBad')}>
      <p>{`${url}: ${result}`}</p>
      {responseBody !== '' && <CodeBlock label={say('delivery.answer')} text={responseBody} />}
    </Alert>
  )
}
