import type { Channel, Post, PostsCreateInput, Template } from '@posthorn/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, templatesQuery } from '../../api/api.ts'
import { TemplateField, TemplateVariables, templateOf } from '../../messages/fields.tsx'
import { filledText } from '../../messages/text.ts'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { DeskForm, phonesOf, TextField, useFields } from '../../parts/form.tsx'
import { sayDone } from '../../parts/problem.tsx'
import { useWorkspaceId } from '../../session/session.ts'
import { fullMoment, say } from '../../words/words.ts'
import { PlaceholderField } from './placeholder-field.tsx'
import { Recipients, useAudienceCount } from './recipients.tsx'

/** Form for a post: a template or text, now or later, with or without a test. Without a test, asks before sending. */
export function PostForm({ channel, onDone }: { channel: Channel; onDone: () => void }) {
  const templates = useQuery(templatesQuery(useWorkspaceId(), channel.number)).data ?? []
  const approved = templates.filter(({ status }) => status === 'APPROVED')
  const { fields, bind } = useFields({ message: '', deliverAt: '', test: '' })
  const [templateId, setTemplateId] = useState('')
  const [variables, setVariables] = useState<Readonly<Record<string, string>>>({})
  const [isAsking, setAsking] = useState(false)
  const template = approved.find(({ id }) => id === templateId)
  const send = usePost(channel)
  const hasTest = phonesOf(fields.test).length > 0
  const post = () => {
    const input = { channel: channel.id, ...contentOf(template, variables, fields.message), ...timesOf(fields) }
    // Only while the form is still open: otherwise, this would close what the person opened since.
    return send.mutateAsync(input, { onSuccess: onDone })
  }
  const submit = () => (hasTest ? void post().catch(() => {}) : setAsking(true))
  const submitName = say(hasTest ? 'post.sendTest' : 'post.send')
  return (
    <>
      <DeskForm submitName={submitName} isBusy={send.isPending} error={send.error} onSubmit={submit}>
        <TemplateField
          templates={approved}
          chosen={templateId}
          onChange={setTemplateId}
          help={say('post.templateHelp')}
          none={say('post.noTemplate')}
        />
        {template ? (
          <TemplateVariables template={template} values={variables} onChange={setVariables} Field={PlaceholderField} />
        ) : (
          <PlaceholderField isArea rows={3} label={say('post.text')} required {...bind('message')} />
        )}
        <TimeFields bind={bind} />
      </DeskForm>
      <SendDialog
        {...{ channel, isOpen: isAsking, run: post, deliverAt: fields.deliverAt, isTemplate: template !== undefined }}
        text={template ? filledText(template.body ?? template.name, variables) : fields.message}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

function usePost(channel: Channel) {
  const workspace = useWorkspaceId()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: PostsCreateInput) => api.posts.create(input),
    onSuccess: ({ status }) => {
      sayDone(say(said(status)))
      return client.invalidateQueries({ queryKey: ['channels', workspace, channel.id] })
    },
  })
}

const said = (status: Post['status']) =>
  status === 'testing' ? 'post.isTesting' : status === 'scheduled' ? 'post.isScheduled' : 'post.begun'

type SendProps = {
  channel: Channel
  deliverAt: string
  isTemplate: boolean
  text: string
  isOpen: boolean
  onClose: () => void
  run: () => Promise<unknown>
}

/** Asks before sending a post without a test. Shows how many people will get the post, when, and some of their messages. */
function SendDialog({ channel, deliverAt, isTemplate, text: message, ...dialog }: SendProps) {
  const textAt = deliverAt === '' ? Date.now() : Date.parse(deliverAt)
  const sentence = sayWhoGetsIt(useAudienceCount(channel), deliverAt)
  const text = (
    <>
      <p>{sentence}</p>
      <Recipients channel={channel} text={message} {...(isTemplate ? {} : { textAt })} />
    </>
  )
  return <ConfirmDialog name={say('post.send')} text={text} isGrave={false} {...dialog} />
}

/** Returns a sentence that says how many people will get a post, and when. `count`: absent if unknown, which is different from zero. */
function sayWhoGetsIt(count: number | undefined, deliverAt: string): string {
  if (count === undefined) return say('post.sendWhyUncounted')
  if (deliverAt === '') return say('post.sendNowWhy', { count })
  return say('post.sendLaterWhy', { count, time: fullMoment(new Date(deliverAt).toISOString()) })
}

type Bind = ReturnType<typeof useFields<'message' | 'deliverAt' | 'test'>>['bind']

function TimeFields({ bind }: { bind: Bind }) {
  return (
    <>
      <TextField
        label={say('post.deliverAt')}
        description={say('post.deliverAtHelp')}
        type="datetime-local"
        {...bind('deliverAt')}
      />
      <TextField label={say('post.test')} description={say('post.testHelp')} {...bind('test')} />
    </>
  )
}

function contentOf(template: Template | undefined, values: Readonly<Record<string, string>>, message: string) {
  return template === undefined ? { message } : { template: templateOf(template, values) }
}

function timesOf({ deliverAt, test }: { deliverAt: string; test: string }) {
  const phones = phonesOf(test)
  return {
    ...(deliverAt === '' ? {} : { deliverAt: new Date(deliverAt).toISOString() }),
    ...(phones.length === 0 ? {} : { test: phones }),
  }
}
