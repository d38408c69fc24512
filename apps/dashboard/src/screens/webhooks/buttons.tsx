import { Alert, Button, Modal, Stack } from '@mantine/core'
import type { Webhook, WebhooksTestAnswer } from '@posthorn/sdk'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { Code } from '../../parts/code.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { duration } from '../../words/moments.ts'
import { say } from '../../words/say.ts'

/** Actions of a webhook: test, pause, resume. */
export function Buttons({ webhook }: { webhook: Webhook }) {
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

function Answer({ answer }: { answer: WebhooksTestAnswer }) {
  const { url, delivered, httpStatus, latencyMs, error, responseBody } = answer
  const result = [httpStatus ?? error, duration(latencyMs)].join(' · ')
  return (
    <Alert color={delivered ? 'green' : 'red'} title={say(delivered ? 'webhook.testGood' : 'webhook.testBad')}>
      <p>{`${url}: ${result}`}</p>
      {responseBody !== '' && <Code label={say('delivery.answer')} text={responseBody} />}
    </Alert>
  )
}
