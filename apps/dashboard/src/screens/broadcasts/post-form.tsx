import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { Channel, Post, PostsCreateInput, Template } from '@posthorn/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { templatesQuery } from '../../api/lists.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import deskStyles from '../../parts/desk.module.css'
import { DeskForm } from '../../parts/desk-form.tsx'
import { Panel } from '../../parts/page.tsx'
import { phonesOf } from '../../parts/phones.ts'
import { sayDone } from '../../parts/say-problem.ts'
import { useFields } from '../../parts/use-fields.ts'
import { useWorkspaceId } from '../../session/me.ts'
import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { useAudienceCount } from './audience.ts'

/** Writes a post: a template or text, now or later, first to some phones as a test. Without a test it asks before it begins. */
export function PostForm({ channel }: { channel: Channel }) {
  const templates = useQuery(templatesQuery(useWorkspaceId(), channel.number)).data ?? []
  const approved = templates.filter(({ status }) => status === 'APPROVED')
  const { fields, bind, clear } = useFields({ message: '', deliverAt: '', test: '' })
  const [templateId, setTemplateId] = useState('')
  const [variables, setVariables] = useState<Record<string, string>>({})
  const [isAsking, setAsking] = useState(false)
  const template = approved.find(({ id }) => id === templateId)
  const send = usePost(channel, () => {
    clear()
    setTemplateId('')
  })
  const hasTest = phonesOf(fields.test).length > 0
  const post = () =>
    send.mutateAsync({ id: channel.id, ...contentOf(template, variables, fields.message), ...timesOf(fields) })
  const submit = () => (hasTest ? void post().catch(() => {}) : setAsking(true))
  const submitName = say(hasTest ? 'post.sendTest' : 'post.send')
  return (
    <Panel title={say('post.new')}>
      <DeskForm submitName={submitName} isBusy={send.isPending} error={send.error} onSubmit={submit}>
        <TemplateField templates={approved} chosen={templateId} onChange={setTemplateId} />
        {template ? (
          <Variables template={template} values={variables} onChange={setVariables} />
        ) : (
          <Textarea label={say('post.text')} rows={3} required withAsterisk={false} {...bind('message')} />
        )}
        <TimeFields bind={bind} />
      </DeskForm>
      <SendDialog
        {...{ channel, isOpen: isAsking, run: post, deliverAt: fields.deliverAt }}
        onClose={() => setAsking(false)}
      />
    </Panel>
  )
}

/** Creates a post and says what it does now. */
function usePost(channel: Channel, onDone: () => void) {
  const workspace = useWorkspaceId()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: PostsCreateInput) => api.posts.create(input),
    onSuccess: ({ state }) => {
      onDone()
      sayDone(say(said(state)))
      return client.invalidateQueries({ queryKey: ['channels', workspace, channel.id] })
    },
  })
}

const said = (state: Post['state']) =>
  state === 'testing' ? 'post.isTesting' : state === 'scheduled' ? 'post.isScheduled' : 'post.begun'

type SendProps = {
  channel: Channel
  deliverAt: string
  isOpen: boolean
  onClose: () => void
  run: () => Promise<unknown>
}

/** Asks before a post without a test begins: how many people get it, and when. */
function SendDialog({ channel, deliverAt, ...dialog }: SendProps) {
  const text = sayWhoGetsIt(useAudienceCount(channel), deliverAt)
  return <ConfirmDialog name={say('post.send')} text={text} isGrave={false} {...dialog} />
}

/** Says how many people get it and when. `count`: absent while it is not known, which is not nobody. */
function sayWhoGetsIt(count: number | undefined, deliverAt: string): string {
  if (count === undefined) return say('post.sendWhyUncounted')
  if (deliverAt === '') return say('post.sendNowWhy', { count })
  return say('post.sendLaterWhy', { count, time: fullMoment(new Date(deliverAt).toISOString()) })
}

type Bind = ReturnType<typeof useFields<'message' | 'deliverAt' | 'test'>>['bind']

function TimeFields({ bind }: { bind: Bind }) {
  return (
    <>
      <TextInput
        label={say('post.deliverAt')}
        description={say('post.deliverAtHelp')}
        type="datetime-local"
        {...bind('deliverAt')}
      />
      <TextInput label={say('post.test')} description={say('post.testHelp')} {...bind('test')} />
    </>
  )
}

type TemplateProps = { templates: readonly Template[]; chosen: string; onChange: (id: string) => void }

function TemplateField({ templates, chosen, onChange }: TemplateProps) {
  const names = templates.map(({ id, name, language }) => ({ value: id, label: `${name} (${language})` }))
  return (
    <NativeSelect
      label={say('post.template')}
      description={say('post.templateHelp')}
      data={[{ value: '', label: say('post.noTemplate') }, ...names]}
      value={chosen}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type VariablesProps = {
  template: Template
  values: Record<string, string>
  onChange: (values: Record<string, string>) => void
}

function Variables({ template, values, onChange }: VariablesProps) {
  return (
    <>
      <p className={deskStyles.quiet}>{template.body}</p>
      {template.variables.map((name) => (
        <TextInput
          key={name}
          label={say('template.variable', { name })}
          required
          withAsterisk={false}
          value={values[name] ?? ''}
          onChange={(event) => onChange({ ...values, [name]: event.currentTarget.value })}
        />
      ))}
    </>
  )
}

function contentOf(template: Template | undefined, values: Record<string, string>, message: string) {
  if (template === undefined) return { message }
  const { name, language, variables } = template
  const isPositional = variables.every((each) => /^\d+$/.test(each))
  const filled = isPositional
    ? variables.map((each) => values[each] ?? '')
    : Object.fromEntries(variables.map((each) => [each, values[each] ?? '']))
  return { template: { name, language, ...(variables.length > 0 ? { variables: filled } : {}) } }
}

function timesOf({ deliverAt, test }: { deliverAt: string; test: string }) {
  const phones = phonesOf(test)
  return {
    ...(deliverAt === '' ? {} : { deliverAt: new Date(deliverAt).toISOString() }),
    ...(phones.length === 0 ? {} : { test: phones }),
  }
}
