import type { CreatedWebhook, Webhook } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, poll, useKeyed, webhooksQuery } from '../../api/api.ts'
import { unlessGone, useBulk } from '../../parts/bulk.tsx'
import { SecretDialog } from '../../parts/dialogs.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PlaceLink, Status, useAction, useOpenPlace } from '../../parts/page.tsx'
import { Resource } from '../../parts/resource.tsx'
import { type Column } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { say, shortMoment } from '../../words/words.ts'
import { statusOf } from './statuses.ts'
import { type WebhookFields, WebhookForm } from './webhook-form.tsx'

/** Creates a webhook, only one also if it is submitted again. Shows its secret, which can't be read again, and then the webhook. */
function NewWebhookForm() {
  const openPlace = useOpenPlace()
  const [created, setCreated] = useState<CreatedWebhook>()
  const send = useKeyed(api.webhooks.create)
  const create = useAction({
    run: ({ name, number, secretHeader, ...fields }: WebhookFields) =>
      send({
        ...fields,
        ...(name ? { name } : {}),
        ...(number ? { number } : {}),
        ...(secretHeader ? { secretHeader } : {}),
      }).then(setCreated),
    changes: ['webhooks'],
    isOfForm: true,
  })
  return (
    <>
      <WebhookForm submitName={say('webhook.create')} action={create} onSubmit={(fields) => create.mutate(fields)} />
      {created && (
        <SecretDialog
          title={say('webhook.secret')}
          secret={created.signingSecret}
          onClose={() => openPlace(`developer/webhooks/${created.id}`)}
        >
          <p>{say('webhook.secretWhy')}</p>
        </SecretDialog>
      )}
    </>
  )
}

/** The list of webhooks. Read every ten seconds, because no event announces a webhook's last success. */
export function WebhooksScreen() {
  const workspace = useWorkspaceId()
  const may = useMay()
  const mayCreate = may('webhooks.create')
  const nameOf = ({ name, url }: Webhook) => name ?? url
  const listed = (webhooks: readonly Webhook[]) => webhooks.map(nameOf).join(', ')
  const turn = (verb: 'pause' | 'resume') => ({
    isAllowed: may(`webhooks.${verb}`),
    name: say(verb === 'pause' ? 'word.pause' : 'word.enable'),
    text: (webhooks: readonly Webhook[]) => say(`webhook.${verb}Why`, { name: listed(webhooks) }),
    run: ({ id }: Webhook) => api.webhooks[verb]({ id }),
  })
  const remove = {
    isAllowed: may('webhooks.remove'),
    name: say('webhook.remove'),
    text: (webhooks: readonly Webhook[]) => `${listed(webhooks)}: ${say('webhook.removeWhy')}`,
    run: ({ id }: Webhook) => unlessGone(api.webhooks.remove({ id })),
    isGrave: true,
  }
  return (
    <Resource
      title={say('nav.webhooks')}
      lead={say('webhook.lead')}
      actions={mayCreate && <PlaceLink to="developer/webhooks/program">{say('program.title')}</PlaceLink>}
      query={useQuery({ ...webhooksQuery(workspace), refetchInterval: poll(10_000) })}
      columns={columns()}
      nameOf={nameOf}
      textOf={({ name, urls, events }) => [name, ...urls, ...events].join(' ')}
      empty={{
        title: say('webhook.none'),
        why: (
          <>
            {say('webhook.noneWhy')} <code>posthorn listen</code>
          </>
        ),
      }}
      create={mayCreate && { name: say('webhook.new'), form: () => <NewWebhookForm />, isWide: true }}
      bulk={useBulk(['webhooks'], [turn('pause'), turn('resume'), remove])}
    />
  )
}

const columns = (): Column<Webhook>[] => [
  {
    name: say('word.name'),
    cell: ({ id, name, url, urls }) => (
      <span>
        <PlaceLink to={`developer/webhooks/${id}`}>{name ?? url}</PlaceLink>
        {(name !== null || urls.length > 1) && (
          <>
            <br />
            <small>{urls.join(', ')}</small>
          </>
        )}
      </span>
    ),
    by: ({ name, url }) => name ?? url,
  },
  {
    name: say('word.status'),
    cell: (webhook) => <Status {...statusOf(webhook)} />,
    by: (webhook) => statusOf(webhook).text,
  },
  { name: say('nav.events'), cell: ({ events }) => events.join(', ') },
  {
    name: say('webhook.lastSuccess'),
    cell: ({ endpoints }) => {
      const last = endpoints
        .flatMap(({ lastSuccessAt }) => lastSuccessAt ?? [])
        .toSorted()
        .at(-1)
      return last ? <Moment at={last} text={shortMoment(last)} /> : say('word.never')
    },
  },
]
