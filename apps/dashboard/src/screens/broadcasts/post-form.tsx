import type { Channel, Post, Template } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, isApproved, templatesQuery, useKeyed } from '../../api/api.ts'
import { TemplateField, TemplateVariables, templateOf } from '../../messages/fields.tsx'
import { PlaceholderField } from '../../messages/placeholders.tsx'
import { filledText } from '../../messages/text.ts'
import { DeskForm, phonesOf, TextField, useFields } from '../../parts/form.tsx'
import { useAction } from '../../parts/page.tsx'
import { useWorkspaceId } from '../../session/session.ts'
import { say } from '../../words/words.ts'
import { Recipients, sayWhoGetsIt, sendTimeOf, useAudienceCount } from './recipients.tsx'

/** Form for a post: a template or text, now or later, with or without a test. Without a test, asks before sending. */
export function PostForm({ channel, onDone }: { channel: Channel; onDone: () => void }) {
  const templates = useQuery(templatesQuery(useWorkspaceId(), channel.number))
  const { fields, bind } = useFields({ message: '', deliverAt: '', test: '' })
  const [templateId, setTemplateId] = useState('')
  const [variables, setVariables] = useState<Readonly<Record<string, string>>>({})
  const template = templates.data?.filter(isApproved).find(({ id }) => id === templateId)
  const send = usePost()
  const hasTest = phonesOf(fields.test).length > 0
  const submit = () => {
    const input = { channel: channel.id, ...contentOf(template, variables, fields.message), ...optionsOf(fields) }
    // Closes the form only while it is open: otherwise, this would close what the person opened since. The form shows an error.
    return send.mutateAsync(input, { onSuccess: onDone }).catch(() => {})
  }
  const message = template ? filledText(template.body ?? template.name, variables) : fields.message
  const preview = { channel, deliverAt: fields.deliverAt, isTemplate: template !== undefined, text: message }
  return (
    <DeskForm
      submitName={say(hasTest ? 'post.sendTest' : 'composer.send')}
      action={send}
      ask={hasTest ? undefined : { text: <SendQuestion {...preview} />, isGrave: false }}
      onSubmit={submit}
    >
      <TemplateField
        query={templates}
        chosen={templateId}
        onChange={setTemplateId}
        help={say('post.templateHelp')}
        none={say('post.noTemplate')}
      />
      {template ? (
        <TemplateVariables template={template} values={variables} onChange={setVariables} Field={PlaceholderField} />
      ) : (
        <PlaceholderField rows={3} label={say('field.message')} required {...bind('message')} />
      )}
      <TextField
        label={say('post.deliverAt')}
        description={say('post.deliverAtHelp')}
        type="datetime-local"
        max="9999-12-31T23:59"
        {...bind('deliverAt')}
      />
      <TextField label={say('post.test')} description={say('post.testHelp')} {...bind('test')} />
    </DeskForm>
  )
}

/** Creates a post: only one, also if the same content is sent again after a lost response. */
function usePost() {
  return useAction({
    run: useKeyed(api.posts.create),
    changes: ['channels'],
    done: ({ status }: Post) => say(doneKey(status)),
    isOfForm: true,
  })
}

/** Returns the key of the text that says what happens to a new post. */
const doneKey = (status: Post['status']) =>
  status === 'testing' ? 'post.isTesting' : status === 'scheduled' ? 'post.isScheduled' : 'post.begun'

type SendProps = { channel: Channel; deliverAt: string; isTemplate: boolean; text: string }

/** Shown before a post is sent without a test: how many people will get it, when, and some of their messages. */
function SendQuestion({ channel, deliverAt, isTemplate, text }: SendProps) {
  const count = useAudienceCount(channel)
  return (
    <>
      <p>
        {sayWhoGetsIt(count, deliverAt && new Date(deliverAt).toISOString())} {say('post.untested')}
      </p>
      <Recipients channel={channel} text={text} {...(isTemplate ? {} : { textAt: sendTimeOf(deliverAt) })} />
    </>
  )
}

/** Returns what the post says: the chosen template with its values, otherwise the text. */
const contentOf = (template: Template | undefined, values: Readonly<Record<string, string>>, message: string) =>
  template === undefined ? { message } : { template: templateOf(template, values) }

/** Returns when the post is sent, and who gets it first as a test. */
function optionsOf({ deliverAt, test }: { deliverAt: string; test: string }) {
  const phones = phonesOf(test)
  return {
    ...(deliverAt === '' ? {} : { deliverAt: new Date(deliverAt).toISOString() }),
    ...(phones.length === 0 ? {} : { test: phones }),
  }
}
