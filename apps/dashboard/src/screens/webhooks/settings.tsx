import type { Webhook } from '@posthorn/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/queries.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DeskForm } from '../../parts/desk-form.tsx'
import { GraceField, useFields } from '../../parts/fields.tsx'
import { Panel } from '../../parts/page.tsx'
import { sayDone } from '../../parts/problem.tsx'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { type WebhookFields, WebhookForm } from './webhook-form.tsx'

export function Settings({ webhook }: { webhook: Webhook }) {
  const { id } = webhook
  const workspace = useWorkspaceId()
  const client = useQueryClient()
  const navigate = useNavigate()
  const may = useMay()
  const changes = [['webhooks', workspace]]
  const save = useMutation({
    mutationFn: (fields: WebhookFields) => api.webhooks.update({ id, ...fields }),
    onSuccess: () => {
      sayDone(say('desk.stored'))
      return client.invalidateQueries({ queryKey: ['webhooks', workspace] })
    },
  })
  const remove = useAction({ run: () => api.webhooks.remove({ id }), changes, done: () => say('webhook.isRemoved') })
  const leave = () => navigate({ href: `/${workspace}/developer/webhooks` })
  return (
    <>
      <Panel title={say('webhook.settings')}>
        <WebhookForm
          webhook={webhook}
          submitName={say('desk.save')}
          isReadOnly={!may('webhooks.update')}
          isBusy={save.isPending}
          error={save.error}
          onSubmit={save.mutate}
        />
      </Panel>
      {may('secrets.rotate') && <RotateForm webhookId={id} />}
      {may('webhooks.remove') && (
        <Panel title={say('webhook.remove')}>
          <ConfirmButton
            name={say('webhook.remove')}
            text={say('webhook.removeWhy')}
            run={() => remove.mutateAsync(undefined).then(leave)}
            button={{ color: 'red', variant: 'light' }}
          />
        </Panel>
      )}
    </>
  )
}

/** Replaces a webhook's signing secret. For some hours, deliveries are signed with both, so that the endpoint can change over. */
function RotateForm({ webhookId }: { webhookId: string }) {
  const { fields, bind } = useFields({ graceHours: '24' })
  const [secret, setSecret] = useState<{ signingSecret: string; previousExpiresAt: string }>()
  const rotate = useAction({
    run: () => api.secrets.rotate({ id: webhookId, graceHours: Number(fields.graceHours) }).then(setSecret),
    changes: [],
    isOfForm: true,
  })
  const submit = () => rotate.mutate(undefined)
  return (
    <Panel title={say('webhook.rotate')}>
      <DeskForm
        submitName={say('webhook.rotate')}
        variant="default"
        isBusy={rotate.isPending}
        error={rotate.error}
        onSubmit={submit}
      >
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
