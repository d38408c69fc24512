import type { CreatedWebhook } from '@posthorn/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { type WebhookFields, WebhookForm } from './webhook-form.tsx'

/** Form in the drawer. Shows the new webhook's secret once, then the webhook. */
export function NewWebhookForm() {
  const workspace = useWorkspaceId()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [created, setCreated] = useState<CreatedWebhook>()
  const create = useMutation({
    mutationFn: (fields: WebhookFields) => api.webhooks.create(fields),
    onSuccess: (webhook) => {
      setCreated(webhook)
      return client.invalidateQueries({ queryKey: ['webhooks', workspace] })
    },
  })
  const open = () => void navigate({ href: `/${workspace}/developer/webhooks/${created?.id}` })
  return (
    <>
      <WebhookForm
        submitName={say('webhook.create')}
        isBusy={create.isPending}
        error={create.error}
        onSubmit={create.mutate}
      />
      {created && (
        <SecretDialog title={say('webhook.secret')} secret={created.signingSecret} onClose={open}>
          <p>{say('webhook.secretWhy')}</p>
        </SecretDialog>
      )}
    </>
  )
}
