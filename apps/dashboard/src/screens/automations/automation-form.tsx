import { Input } from '@mantine/core'
import type { Automation } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { departmentsQuery, labelsQuery, numbersQuery, teamQuery } from '../../api/api.ts'
import { useChanges } from '../../parts/changes.ts'
import { ChecksField } from '../../parts/choice-fields.tsx'
import { DeskForm, type FormAction, SelectField, TextAreaField, TextField, useFault } from '../../parts/form.tsx'
import { PlaceLink } from '../../parts/page.tsx'
import { useWorkspaceId } from '../../session/session.ts'
import { say } from '../../words/words.ts'
import styles from './automations.module.css'
import { type AutomationFields, inputOf, type PartProps } from './fields.ts'

/** Where the API has the texts of a form, so that its errors appear next to them. */
const paths = {
  words: 'conditions.words',
  capacity: 'actions.assign.capacity',
  reply: 'actions.reply.message',
  pauseHours: 'actions.reply.pauseHours',
  rating: 'actions.rating.message',
  options: 'actions.rating.options',
  button: 'actions.rating.button',
  pauseDays: 'actions.rating.pauseDays',
  answerDays: 'actions.rating.answerDays',
  thanks: 'actions.rating.thanks',
} as const

/** Returns a function that binds a field to one of the form's texts. */
const bindTo =
  ({ fields, change }: PartProps) =>
  (name: keyof typeof paths) => ({
    name: paths[name],
    label: say(`automation.${name}`),
    value: fields[name],
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  })

/** Fields for asking the customer to rate a resolved conversation. The others appear once there is a question. */
function RatingFields(part: PartProps) {
  const bind = bindTo(part)
  return (
    <>
      <TextAreaField {...bind('rating')} description={say('automation.ratingHelp')} autosize minRows={2} />
      {part.fields.rating !== '' && (
        <>
          <TextAreaField {...bind('options')} description={say('automation.optionsHelp')} autosize minRows={3} />
          <TextField {...bind('button')} w={220} />
          <TextField {...bind('pauseDays')} type="number" w={220} />
          <TextField {...bind('answerDays')} type="number" w={220} />
          <TextAreaField {...bind('thanks')} description={say('automation.thanksHelp')} autosize minRows={2} />
        </>
      )}
    </>
  )
}

type Input = ReturnType<typeof inputOf>

type Props = {
  initial: AutomationFields
  isNew?: boolean
  isReadOnly?: boolean
  action: FormAction
  /** Gets the whole input, to create an automation, and the `changes`, to update it. `onStored`: to be called once they are stored. */
  onSubmit: (input: Input, edit: { changes: Partial<Input>; onStored: () => void }) => void
}

/** Form for an automation: when it runs, its conditions, and what it does. */
export function AutomationForm({ initial, isNew = false, isReadOnly = false, action, onSubmit }: Props) {
  const [fields, setFields] = useState(initial)
  const change: PartProps['change'] = (next) => setFields((known) => ({ ...known, ...next }))
  const part = { fields, change }
  const input = inputOf(fields)
  const [changes, onStored] = useChanges(input)
  return (
    <DeskForm
      operation="automations.create"
      action={action}
      changes={isNew ? undefined : changes}
      isReadOnly={isReadOnly}
      onSubmit={() => onSubmit(input, { changes, onStored })}
    >
      <TextField
        name="name"
        label={say('word.name')}
        value={fields.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Part title={say('automation.when')}>
        <SelectField
          name="trigger"
          aria-label={say('automation.when')}
          data={triggers.map((value) => ({ value, label: say(`automation.trigger.${value}`) }))}
          value={fields.trigger}
          onChange={(event) => change({ trigger: event.currentTarget.value as Automation['trigger'] })}
        />
      </Part>
      <Conditions {...part} />
      <Actions {...part} />
    </DeskForm>
  )
}

const triggers = ['conversation_started', 'message_received', 'chat_resolved'] as const

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.part}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}

/** Fields for when the automation acts. A resolved chat has no message that could contain words, so there is no field for them. */
function Conditions(part: PartProps) {
  const { fields, change } = part
  const bind = bindTo(part)
  const workspace = useWorkspaceId()
  const { data: labels } = useQuery(labelsQuery(workspace))
  const { data: numbers } = useQuery(numbersQuery(workspace))
  const checks = (name: 'number' | 'label' | 'labelExclude') => ({
    name: `conditions.${name}`,
    label: say(`automation.${name}`),
    chosen: fields[name],
    onChange: (chosen: string[]) => change({ [name]: chosen }),
  })
  const select = (name: 'hours' | 'optedOut', values: readonly string[]) => (
    <SelectField
      name={`conditions.${name}`}
      label={say(name === 'hours' ? 'workspace.hours' : 'automation.optedOut')}
      data={values.map((value) => ({
        value,
        label: say(`automation.${name}.${value || 'any'}` as 'automation.hours.any'),
      }))}
      value={fields[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <Part title={say('automation.if')}>
      {select('hours', ['', 'open', 'closed'])}
      {fields.hours !== '' && (
        <p className={styles.hint}>
          {say('automation.hoursHelp')} <PlaceLink to="settings/workspace">{say('nav.workspace')}</PlaceLink>
        </p>
      )}
      {fields.trigger !== 'chat_resolved' && (
        <TextAreaField {...bind('words')} description={say('automation.wordsHelp')} autosize minRows={2} />
      )}
      {((numbers?.length ?? 0) > 1 || fields.number.length > 0) && (
        <ChecksField {...checks('number')} choices={numbers} />
      )}
      <ChecksField {...checks('label')} choices={labels} />
      <ChecksField {...checks('labelExclude')} choices={labels} />
      {select('optedOut', ['', 'false', 'true'])}
    </Part>
  )
}

/** Fields for what the automation does. Only a resolved chat can be rated. */
function Actions(part: PartProps) {
  const { fields, change } = part
  const bind = bindTo(part)
  const workspace = useWorkspaceId()
  const { data: labels } = useQuery(labelsQuery(workspace))
  const fault = useFault('actions', fields)
  return (
    <Part title={say('automation.then')}>
      {fault && <Input.Error>{fault}</Input.Error>}
      <AssignFields {...part} />
      <ChecksField
        name="actions.labels"
        label={say('automation.labels')}
        choices={labels}
        chosen={fields.labels}
        onChange={(chosen) => change({ labels: chosen })}
      />
      <TextAreaField {...bind('reply')} description={say('automation.replyHelp')} autosize minRows={3} />
      {fields.reply !== '' && <TextField {...bind('pauseHours')} type="number" w={220} />}
      {fields.trigger === 'chat_resolved' && <RatingFields {...part} />}
    </Part>
  )
}

/**
 * Fields for who gets the chat: a member, or a department's members in turn. With a capacity, members with that many open chats get no
 * more.
 */
function AssignFields(part: PartProps) {
  const { fields, change } = part
  const bind = bindTo(part)
  const workspace = useWorkspaceId()
  const { data: team = [] } = useQuery(teamQuery(workspace))
  const { data: departments } = useQuery(departmentsQuery(workspace))
  const data = [
    { value: '', label: say('automation.assignNone') },
    ...(departments ?? []).map(({ id, name }) => ({
      value: `department ${id}`,
      label: say('automation.does.turns', { name }),
    })),
    // An automation assigns nothing to someone who is disabled.
    ...team
      .filter(({ id, status }) => status !== 'disabled' || fields.assign === `member ${id}`)
      .map(({ id, name }) => ({ value: `member ${id}`, label: name })),
  ]
  return (
    <>
      <SelectField
        name="actions.assign"
        label={say('chat.assignTo')}
        data={data}
        value={fields.assign}
        onChange={(event) => change({ assign: event.currentTarget.value })}
      />
      {departments?.length === 0 && (
        <p className={styles.hint}>
          {say('automation.noDepartment')} <PlaceLink to="settings/team">{say('nav.team')}</PlaceLink>
        </p>
      )}
      {fields.assign.startsWith('department ') && (
        <TextField {...bind('capacity')} description={say('automation.capacityHelp')} type="number" w={220} />
      )}
    </>
  )
}
