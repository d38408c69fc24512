import { Alert, Modal, NativeSelect, Stack } from '@mantine/core'
import type { Webhook, WebhooksTestAnswer } from '@posthorn/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api, poll, useKeyed } from '../../api/api.ts'
import { useOverwriteCheck } from '../../parts/changes.ts'
import { ConfirmButton, SecretDialog } from '../../parts/dialogs.tsx'
import { DeskForm, GraceField, useFields } from '../../parts/form.tsx'
import { Moment } from '../../parts/moment.tsx'
import {
  ActionButton,
  CodeBlock,
  Facts,
  Loaded,
  Page,
  Panel,
  Status,
  Tabs,
  useAction,
  useOpenPlace,
  useSave,
} from '../../parts/page.tsx'
import { ListPanel } from '../../parts/resource.tsx'
import { type Column } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { duration, fullMoment, say, shortMoment } from '../../words/words.ts'
import { deliveriesQuery, deliveryStatuses, type WebhookDelivery, webhookQuery } from './data.ts'
import { Replays } from './replays.tsx'
import { endpointStatusOf, nextAttemptOf, statusOf } from './statuses.ts'
import { deliveryColumns, Timeline } from './timeline.tsx'
import { type WebhookFields, WebhookForm } from './webhook-form.tsx'

/** A webhook's deliveries, which can be limited to a status. Read every five seconds, because no event announces attempts. */
function Deliveries({ webhookId }: { webhookId: string }) {
  const [status, setStatus] = useState('')
  const chosen = deliveryStatuses.find((each) => each === status)
  const query = useInfiniteQuery({
    ...deliveriesQuery(useWorkspaceId(), webhookId, chosen),
    refetchInterval: poll(5_000),
  })
  const statuses = deliveryStatuses.map((each) => ({ value: each, label: say(`delivery.${each}`) }))
  const select = (
    <NativeSelect
      size="xs"
      aria-label={say('word.status')}
      data={[{ value: '', label: say('delivery.all') }, ...statuses]}
      value={status}
      onChange={(event) => setStatus(event.currentTarget.value)}
    />
  )
  return (
    <ListPanel
      query={query}
      empty={say('delivery.none')}
      emptyWhy={say('delivery.noneWhy')}
      label={say('webhook.deliveries')}
      columns={columns()}
      keyOf={({ id }) => id}
      actions={select}
    />
  )
}

const columns = (): Column<WebhookDelivery>[] => [
  ...deliveryColumns(),
  { name: say('word.attempts'), cell: ({ attempts }) => attempts, isNumber: true },
  {
    name: say('delivery.next'),
    cell: ({ nextAttemptAt }) =>
      nextAttemptAt && <Moment at={nextAttemptAt} text={nextAttemptOf(nextAttemptAt, shortMoment)} />,
  },
  { name: say('delivery.made'), cell: ({ createdAt }) => <Moment at={createdAt} text={shortMoment(createdAt)} /> },
]

/** A webhook's settings. URLs and events are stored as a whole, so saving may overwrite what a colleague changed, and warns once. */
function Settings({ webhook }: { webhook: Webhook }) {
  const { id, urls, events } = webhook
  const checkOverwrite = useOverwriteCheck({ urls, events })
  const openPlace = useOpenPlace()
  const may = useMay()
  const changes = ['webhooks']
  const save = useSave(changes, async (fields: Partial<WebhookFields>) => {
    await checkOverwrite(fields, async () => await api.webhooks.get({ id }))
    return api.webhooks.update({ id, ...fields })
  })
  return (
    <>
      <Panel title={say('nav.settings')}>
        <WebhookForm
          webhook={webhook}
          submitName={say('word.save')}
          isReadOnly={!may('webhooks.update')}
          action={save}
          onSubmit={(_, edit) => save.mutate(edit.changes, { onSuccess: edit.onStored })}
        />
      </Panel>
      {may('secrets.rotate') && <RotateForm webhookId={id} />}
      {may('webhooks.remove') && (
        <Panel title={say('webhook.remove')}>
          <ConfirmButton
            name={say('webhook.remove')}
            text={say('webhook.removeWhy')}
            run={() => api.webhooks.remove({ id })}
            then={() => openPlace('developer/webhooks')}
            changes={changes}
            done={() => say('webhook.isRemoved')}
            button={{ color: 'red', variant: 'light' }}
          />
        </Panel>
      )}
    </>
  )
}

/**
 * Replaces a webhook's signing secret: once, also if it is submitted again after a lost response. For the hours chosen, deliveries are signed
 * with both, so that the endpoint can change over.
 */
function RotateForm({ webhookId }: { webhookId: string }) {
  const { fields, bind } = useFields({ graceHours: '24' })
  const [secret, setSecret] = useState<{ signingSecret: string; previousExpiresAt: string }>()
  const send = useKeyed(api.secrets.rotate, true)
  const rotate = useAction({
    run: () => send({ id: webhookId, graceHours: Number(fields.graceHours) }).then(setSecret),
    changes: [],
    isOfForm: true,
  })
  const submit = () => rotate.mutate(undefined)
  return (
    <Panel title={say('webhook.rotate')}>
      <DeskForm submitName={say('webhook.rotate')} variant="default" action={rotate} onSubmit={submit}>
        <GraceField label={say('webhook.grace')} description={say('webhook.graceHelp')} {...bind('graceHours')} />
      </DeskForm>
      {secret && (
        <SecretDialog title={say('webhook.secret')} secret={secret.signingSecret} onClose={() => setSecret(undefined)}>
          <p>{say('webhook.previous', { time: fullMoment(secret.previousExpiresAt) })}</p>
        </SecretDialog>
      )}
    </Panel>
  )
}

/** A webhook, read every five seconds, because no event announces its last success. Each part of the screen has a tab with a URL. */
export function WebhookScreen() {
  const { webhook: id = '', part = 'deliveries' } = useParams({ strict: false })
  const workspace = useWorkspaceId()
  const query = useQuery({ ...webhookQuery(workspace, id), refetchInterval: poll(5_000) })
  const at = `developer/webhooks/${id}`
  const tabs = [
    { to: at, name: say('webhook.deliveries') },
    { to: `${at}/timeline`, name: say('timeline.title') },
    { to: `${at}/replays`, name: say('webhook.replays') },
    { to: `${at}/settings`, name: say('nav.settings') },
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
            {part === 'timeline' && <Timeline webhook={webhook} />}
            {part === 'replays' && <Replays webhook={webhook} />}
            {part === 'settings' && <Settings key={webhook.id} webhook={webhook} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** The webhook's status, and each URL with its own status and its last success. */
function Endpoints({ webhook }: { webhook: Webhook }) {
  return (
    <Panel title={say('word.status')}>
      <Facts
        facts={[
          [say('word.status'), <Status key="status" {...statusOf(webhook)} />],
          ...webhook.endpoints.map((endpoint) => {
            const { url, lastSuccessAt } = endpoint
            const success = lastSuccessAt === null ? say('word.never') : fullMoment(lastSuccessAt)
            return [url, `${endpointStatusOf(endpoint)} · ${say('webhook.lastSuccess')}: ${success}`] as const
          }),
        ]}
      />
    </Panel>
  )
}

/** Buttons that send a test event, and pause or resume the webhook. The responses to the test are shown. */
function Buttons({ webhook }: { webhook: Webhook }) {
  const { id, status, events } = webhook
  const may = useMay()
  // No single sample stands for a pattern, such as message:*.
  const event = events.find((name) => !name.endsWith('*'))
  const [answers, setAnswers] = useState<WebhooksTestAnswer[]>()
  const test = useAction({
    run: () => api.webhooks.test({ id, ...(event ? { event } : {}) }).then(setAnswers),
    changes: [],
  })
  const isActive = status === 'active'
  const turn = useAction({
    run: () => (isActive ? api.webhooks.pause({ id }) : api.webhooks.resume({ id })),
    changes: ['webhooks'],
    done: () => say(isActive ? 'webhook.isPaused' : 'webhook.isEnabled'),
  })
  return (
    <>
      {may('webhooks.test') && <ActionButton action={test} name={say('webhook.test')} />}
      {may('webhooks.pause') && (
        <ActionButton
          action={turn}
          variant={isActive ? 'default' : 'filled'}
          name={say(isActive ? 'word.pause' : 'word.enable')}
        />
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
    <Alert color={delivered ? 'green' : 'red'} title={say(delivered ? 'status.delivered' : 'webhook.testBad')}>
      <p>{`${url}: ${result}`}</p>
      {responseBody !== '' && <CodeBlock label={say('delivery.answer')} text={responseBody} />}
    </Alert>
  )
}
