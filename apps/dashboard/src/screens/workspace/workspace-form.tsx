import { NativeSelect, TextInput } from '@mantine/core'
import type { Workspace } from '@posthorn/sdk'
import { useState } from 'react'
import { DeskForm } from '../../parts/desk-form.tsx'
import { Panel } from '../../parts/page.tsx'
import { useMay } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { HoursField } from './hours-field.tsx'
import { changesOf, type Fields, fieldsOf } from './settings.ts'
import { useUpdate } from './use-update.ts'

const choices = { answering: ['anyone', 'assignee'], optedOutMessages: ['send', 'refuse'] } as const
type Text = 'name' | 'country' | 'optOutWords' | 'optInWords' | 'answerGoalMinutes'

/** The form of the workspace; what is saved is what was changed. */
export function WorkspaceForm({ workspace }: { workspace: Workspace }) {
  const isReadOnly = !useMay()('workspace.update')
  const [before, setBefore] = useState(fieldsOf(workspace))
  const [fields, setFields] = useState<Fields>(before)
  const update = useUpdate()
  const changes = changesOf(before, fields)
  const submit = () => update.mutate(changes, { onSuccess: (stored) => setBefore(fieldsOf(stored)) })
  return (
    <Panel>
      <DeskForm
        submitName={say('desk.save')}
        isBusy={update.isPending}
        isReadOnly={isReadOnly}
        isDisabled={Object.keys(changes).length === 0}
        error={update.error}
        onSubmit={submit}
      >
        <SettingFields fields={fields} isReadOnly={isReadOnly} onChange={setFields} />
      </DeskForm>
    </Panel>
  )
}

type Props = { fields: Fields; isReadOnly: boolean; onChange: (fields: Fields) => void }
type Change = { currentTarget: { value: string } }

function SettingFields({ fields, isReadOnly, onChange }: Props) {
  const set = (name: keyof Fields) => (event: Change) => onChange({ ...fields, [name]: event.currentTarget.value })
  const bind = (name: Text) => ({
    label: say(`workspace.${name}`),
    value: fields[name],
    readOnly: isReadOnly,
    onChange: set(name),
  })
  const choice = (name: keyof typeof choices) => ({
    label: say(`workspace.${name}`),
    data: choices[name].map((each) => ({ value: each, label: say(`workspace.${each}`) })),
    value: fields[name],
    disabled: isReadOnly,
    onChange: set(name),
  })
  return (
    <>
      <TextInput {...bind('name')} maxLength={100} required withAsterisk={false} />
      <TextInput {...bind('country')} description={say('workspace.countryHelp')} placeholder="DE" maxLength={2} />
      <NativeSelect
        label={say('workspace.timeZone')}
        data={zones(fields.timeZone)}
        value={fields.timeZone}
        disabled={isReadOnly}
        onChange={set('timeZone')}
      />
      <HoursField hours={fields.hours} isReadOnly={isReadOnly} onChange={(hours) => onChange({ ...fields, hours })} />
      <TextInput
        {...bind('answerGoalMinutes')}
        description={say('workspace.answerGoalHelp')}
        type="number"
        min={1}
        max={10_080}
      />
      <NativeSelect {...choice('answering')} description={say('workspace.answeringHelp')} />
      <NativeSelect {...choice('optedOutMessages')} description={say('workspace.optedOutHelp')} />
      <TextInput {...bind('optOutWords')} description={say('workspace.wordsHelp', { word: 'STOP' })} />
      <TextInput {...bind('optInWords')} description={say('workspace.wordsHelp', { word: 'START' })} />
    </>
  )
}

const zones = (chosen: string) => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), chosen])]
