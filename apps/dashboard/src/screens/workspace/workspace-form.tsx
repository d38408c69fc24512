import type { Workspace } from '@posthorn/sdk'
import { useState } from 'react'
import { CountryField, TimeZoneField } from '../../parts/choice-fields.tsx'
import { DeskForm } from '../../parts/desk-form.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { Panel } from '../../parts/page.tsx'
import { useMay } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { HoursField } from './hours-field.tsx'
import { changesOf, type Fields, fieldsOf } from './settings.ts'
import { useUpdate } from './use-update.ts'

const choices = { answering: ['anyone', 'assignee'], optedOutMessages: ['send', 'refuse'] } as const
type Text = 'name' | 'optOutWords' | 'optInWords' | 'answerGoalMinutes'

/** The workspace form. It saves only changes. */
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
        operation="workspace.update"
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
    name: pathOf(name),
    label: say(`workspace.${name}`),
    value: fields[name],
    readOnly: isReadOnly,
    onChange: set(name),
  })
  const choice = (name: keyof typeof choices) => ({
    name: pathOf(name),
    label: say(`workspace.${name}`),
    data: choices[name].map((each) => ({ value: each, label: say(`workspace.${each}`) })),
    value: fields[name],
    disabled: isReadOnly,
    onChange: set(name),
  })
  return (
    <>
      <TextField {...bind('name')} required />
      <CountryField
        name={pathOf('country')}
        label={say('workspace.country')}
        description={say('workspace.countryHelp')}
        first={[{ value: '', label: say('workspace.noCountry') }]}
        value={fields.country}
        disabled={isReadOnly}
        onChange={set('country')}
      />
      <TimeZoneField
        name={pathOf('timeZone')}
        label={say('workspace.timeZone')}
        value={fields.timeZone}
        disabled={isReadOnly}
        onChange={set('timeZone')}
      />
      <HoursField hours={fields.hours} isReadOnly={isReadOnly} onChange={(hours) => onChange({ ...fields, hours })} />
      <TextField {...bind('answerGoalMinutes')} description={say('workspace.answerGoalHelp')} type="number" />
      <SelectField {...choice('answering')} description={say('workspace.answeringHelp')} />
      <SelectField {...choice('optedOutMessages')} description={say('workspace.optedOutHelp')} />
      <TextField {...bind('optOutWords')} description={say('workspace.wordsHelp', { word: 'STOP' })} />
      <TextField {...bind('optInWords')} description={say('workspace.wordsHelp', { word: 'START' })} />
    </>
  )
}

/** Returns a field's API name. */
const pathOf = (name: keyof Fields) => (name === 'name' ? name : `settings.${name}`)
