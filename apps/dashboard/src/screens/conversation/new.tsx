import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, isApproved, templatesQuery, useKeyed } from '../../api/api.ts'
import { NumberField, TemplateField, TemplateVariables, templateOf, useNumber } from '../../messages/fields.tsx'
import { DeskForm, TextField, useFields } from '../../parts/form.tsx'
import { Page, Panel, useAction, useOpenPlace } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { say } from '../../words/words.ts'

/**
 * Starts a conversation and opens the chat. Sends a template, because only that reaches people who haven't written lately. A link can
 * contain the phone number (`q`).
 */
export function NewConversationScreen() {
  const workspace = useWorkspaceId()
  const openPlace = useOpenPlace()
  const { q = '' } = useSearch({ strict: false })
  const choice = useNumber()
  const { number } = choice
  const { fields, bind } = useFields({ phone: q })
  const query = useQuery({ ...templatesQuery(workspace, number), enabled: number !== '' })
  const approved = query.data?.filter(isApproved)
  const hasNone = approved?.length === 0 || number === ''
  const [chosen, setChosen] = useState('')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const template = approved?.find(({ id }) => id === chosen)
  const send = useFirstMessage()
  const maySend = useMay()('messages.send')
  if (!maySend) return <Problem />
  const submit = () => {
    if (template === undefined) return
    const input = { phone: fields.phone.trim(), number, template: templateOf(template, values) }
    // Don't navigate if the person left the page before the response.
    send.mutate(input, { onSuccess: ({ chat }) => openPlace(`inbox/all/${chat}`) })
  }
  return (
    <Page title={say('chat.new')} back={{ to: 'inbox/all', name: say('nav.inbox') }} lead={say('chat.newLead')}>
      <Panel>
        <DeskForm submitName={say('template.send')} isDisabled={template === undefined} action={send} onSubmit={submit}>
          <TextField label={say('word.phone')} type="tel" required autoFocus={q === ''} {...bind('phone')} />
          <NumberField name="number" choice={choice} />
          <TemplateField
            query={query}
            chosen={chosen}
            onChange={setChosen}
            none={say(hasNone ? 'template.none' : 'chat.chooseTemplate')}
          />
          {template && <TemplateVariables template={template} values={values} onChange={setValues} />}
        </DeskForm>
      </Panel>
    </Page>
  )
}

/** Sends the first message to a phone number: only one, also if the same is submitted again after a lost response. */
const useFirstMessage = () => useAction({ run: useKeyed(api.messages.send), changes: [], isOfForm: true })
