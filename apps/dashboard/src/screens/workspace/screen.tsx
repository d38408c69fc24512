import { Button, Input, NativeSelect, TextInput } from '@mantine/core'
import type { Workspace, WorkspaceUpdateInput } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, workspaceQuery } from '../../api/api.ts'
import { useChanges, useOverwriteCheck } from '../../parts/changes.ts'
import { CountryField, TimeZoneField } from '../../parts/choice-fields.tsx'
import { DeskForm, SelectField, TextAreaField, TextField, useFault, useFields } from '../../parts/form.tsx'
import { IconButton } from '../../parts/icon.tsx'
import { Loaded, Page, Panel, useSave } from '../../parts/page.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { say } from '../../words/words.ts'
import { type Fields, fieldsOf, type Hours, inputOf, nextHours, weekdays } from './settings.ts'
import styles from './workspace.module.css'

/** Queries that a change of the workspace affects, by the first part of their keys. `me`: the menu shows the workspace's name. */
const affected = ['workspace', 'me']

const choices = { answering: ['anyone', 'assignee'], optedOutMessages: ['send', 'refuse'] } as const

/**
 * Form for the workspace. Saves only what changed, so that it undoes no colleague's changes. Hours and words are each stored as a whole, so
 * saving them warns once instead.
 */
function WorkspaceForm({ workspace }: { workspace: Workspace }) {
  const isReadOnly = !useMay()('workspace.update')
  const [fields, setFields] = useState<Fields>(fieldsOf(workspace))
  const wanted = inputOf(fields)
  const [changes, onStored] = useChanges(wanted)
  const { hours, optOutWords, optInWords } = wanted
  const checkOverwrite = useOverwriteCheck({ hours, optOutWords, optInWords })
  const update = useSave(affected, async (input: WorkspaceUpdateInput) => {
    await checkOverwrite(changes, async () => inputOf(fieldsOf(await api.workspace.get())))
    return api.workspace.update(input)
  })
  const { name, ...settings } = changes
  const input = { ...(name === undefined ? {} : { name }), ...(Object.keys(settings).length > 0 ? { settings } : {}) }
  return (
    <Panel>
      <DeskForm
        operation="workspace.update"
        isReadOnly={isReadOnly}
        changes={changes}
        action={update}
        onSubmit={() => update.mutate(input, { onSuccess: onStored })}
      >
        <SettingFields fields={fields} onChange={setFields} />
      </DeskForm>
    </Panel>
  )
}

type Props = { fields: Fields; onChange: (fields: Fields) => void }
type Change = { currentTarget: { value: string } }

function SettingFields({ fields, onChange }: Props) {
  const set = (name: keyof Fields) => (event: Change) => onChange({ ...fields, [name]: event.currentTarget.value })
  const bind = (name: 'name' | 'optOutWords' | 'optInWords' | 'answerGoalMinutes') => ({
    name: pathOf(name),
    label: say(`workspace.${name}`),
    value: fields[name],
    onChange: set(name),
  })
  const choice = (name: keyof typeof choices) => ({
    name: pathOf(name),
    label: say(`workspace.${name}`),
    data: choices[name].map((each) => ({ value: each, label: say(`workspace.${each}`) })),
    value: fields[name],
    onChange: set(name),
  })
  return (
    <>
      <TextField {...bind('name')} required />
      <CountryField
        name={pathOf('country')}
        label={say('word.country')}
        description={say('workspace.countryHelp')}
        first={[{ value: '', label: say('workspace.noCountry') }]}
        value={fields.country}
        onChange={set('country')}
      />
      <TimeZoneField
        name={pathOf('timeZone')}
        label={say('workspace.timeZone')}
        value={fields.timeZone}
        onChange={set('timeZone')}
      />
      <HoursField hours={fields.hours} onChange={(hours) => onChange({ ...fields, hours })} />
      <TextField {...bind('answerGoalMinutes')} description={say('workspace.answerGoalHelp')} type="number" />
      <SelectField {...choice('answering')} description={say('workspace.answeringHelp')} />
      <SelectField {...choice('optedOutMessages')} description={say('workspace.optedOutHelp')} />
      <TextAreaField {...bind('optOutWords')} description={say('workspace.wordsHelp', { word: 'STOP' })} autosize />
      <TextAreaField {...bind('optInWords')} description={say('workspace.wordsHelp', { word: 'START' })} autosize />
    </>
  )
}

/** Returns a field's path in the API, so that its errors appear next to it. */
const pathOf = (name: keyof Fields) => (name === 'name' ? name : `settings.${name}`)

type HoursFieldProps = { hours: readonly Hours[]; onChange: (hours: readonly Hours[]) => void }

/** Business hours, with one numbered row per period. With no rows, the business is always open. */
function HoursField({ hours, onChange }: HoursFieldProps) {
  const put = (at: number, change: Partial<Hours>) =>
    onChange(hours.map((each, i) => (i === at ? { ...each, ...change } : each)))
  return (
    <Input.Wrapper
      label={say('workspace.hours')}
      description={say('workspace.hoursHelp')}
      labelElement="div"
      error={useFault('settings.hours', hours)}
    >
      {hours.map((each, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part has no name, and its fields hold no state
        <fieldset className={styles.hours} key={i} aria-label={`${say('workspace.hours')} ${i + 1}`}>
          <NativeSelect
            size="xs"
            aria-label={say('workspace.day')}
            data={weekdays.map((day) => ({ value: day, label: say(`workspace.day.${day}`) }))}
            value={each.day}
            onChange={(event) => put(i, { day: event.currentTarget.value as Hours['day'] })}
          />
          <Time name="from" hours={each} onChange={(change) => put(i, change)} />
          <Time name="to" hours={each} onChange={(change) => put(i, change)} />
          <IconButton
            icon="close"
            iconSize={14}
            label={say('word.remove')}
            color="gray"
            onClick={() => onChange(hours.filter((_, at) => at !== i))}
          />
        </fieldset>
      ))}
      <Button variant="default" size="compact-xs" mt={6} onClick={() => onChange([...hours, nextHours(hours)])}>
        {say('workspace.addHours')}
      </Button>
    </Input.Wrapper>
  )
}

type TimeProps = { name: 'from' | 'to'; hours: Hours; onChange: (change: Partial<Hours>) => void }

function Time({ name, hours, onChange }: TimeProps) {
  return (
    <TextInput
      size="xs"
      type="time"
      required
      aria-label={say(`replay.${name}`)}
      value={hours[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  )
}

export function WorkspaceScreen() {
  const query = useQuery(workspaceQuery(useWorkspaceId()))
  return (
    <Page title={say('nav.workspace')} lead={say('workspace.lead')}>
      <Loaded query={query}>
        {(workspace) => (
          <>
            <WorkspaceForm workspace={workspace} />
            <RetentionForm workspace={workspace} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Form for the message retention period. Separate from other settings, because a shorter period deletes messages permanently. */
function RetentionForm({ workspace: { settings } }: { workspace: Workspace }) {
  const mayChange = useMay()('workspace.update')
  const { fields, bind } = useFields({ days: settings.retentionDays?.toString() ?? '' })
  const update = useSave(affected, (input: WorkspaceUpdateInput) => api.workspace.update(input))
  const retentionDays = fields.days.trim() === '' ? null : Number(fields.days)
  return (
    <Panel title={say('workspace.retention')}>
      <DeskForm
        operation="workspace.update"
        submitName={say('workspace.retentionSave')}
        variant="default"
        action={update}
        isReadOnly={!mayChange}
        ask={{
          text:
            retentionDays === null
              ? say('workspace.retentionNone')
              : say('workspace.retentionWhy', { count: retentionDays }),
        }}
        onSubmit={() => update.mutateAsync({ settings: { retentionDays } })}
      >
        <TextField
          label={say('workspace.retentionDays')}
          description={say('workspace.retentionHelp')}
          type="number"
          min={31}
          max={3650}
          {...bind('days')}
          name="settings.retentionDays"
        />
      </DeskForm>
    </Panel>
  )
}
