import { Checkbox, Group, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, labelsQuery, numbersQuery, teamQuery } from '../../api/api.ts'
import { useChanges, useOverwriteCheck } from '../../parts/changes.ts'
import { ConfirmButton } from '../../parts/dialogs.tsx'
import { DeskForm, SelectField, TextField } from '../../parts/form.tsx'
import { useSave } from '../../parts/page.tsx'
import { useMay, useMe, useWorkspaceId } from '../../session/session.ts'
import { say } from '../../words/words.ts'
import styles from './inbox.module.css'
import { fieldsOfView, filterOfFields, type ViewFields, viewChoices } from './view-fields.ts'
import { savedViewOf, type View } from './views.ts'

/** Saves the current view under a name, or changes the saved one. */
export function ViewDialog({ view, onClose }: { view: View; onClose: () => void }) {
  const workspace = useWorkspaceId()
  const { label, number } = useSearch({ strict: false })
  const { member } = useMe()
  const [opened] = useState(view)
  const [fields, setFields] = useState(() => fieldsOfView(view, { label, number }, member?.id))
  const input = inputOf(opened, fields)
  // What the URL narrows is a change to the saved view.
  const stored = storedInputOf(opened)
  const [changes] = useChanges(input, stored)
  const checkOverwrite = useOverwriteCheck({ filter: stored.filter })
  const set = (change: Partial<ViewFields>) => setFields((before) => ({ ...before, ...change }))
  const open = useOpenView(workspace)
  const update = async (id: string) => {
    await checkOverwrite(changes, async () => storedInputOf(savedViewOf(await api.views.get({ id }))))
    return api.views.update({ id, ...changes })
  }
  const save = useSave(['views'], () => (view.saved ? update(view.saved.id) : api.views.create(input)))
  const submit = () => save.mutate(undefined, { onSuccess: ({ id }) => (onClose(), open(id)) })
  const removal = view.saved && <RemoveView view={view} onRemoved={() => (onClose(), open('all'))} />
  return (
    <Modal opened onClose={onClose} size="lg" title={say(view.saved ? 'inbox.changeView' : 'inbox.saveView')}>
      <DeskForm operation="views.create" action={save} changes={view.saved && changes} onSubmit={submit} more={removal}>
        <TextField
          name="name"
          label={say('word.name')}
          value={fields.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          data-autofocus
        />
        <Conditions workspace={workspace} fields={fields} set={set} />
        <Checkbox
          label={say('view.shared')}
          checked={fields.shared}
          disabled={view.saved?.shared === true}
          onChange={(event) => set({ shared: event.currentTarget.checked })}
        />
      </DeskForm>
    </Modal>
  )
}

/** Whether a condition can't be part of a view, because it names a person, a search or a fixed time. */
const isOfMoment = (name: string) => /^(phone|group|search)$|(After|Before)$/.test(name)

/** Returns the request for form values. A shared view can't be made private again. */
function inputOf({ filter: before }: View, fields: ViewFields) {
  const lasting = Object.fromEntries(Object.entries(before).filter(([name]) => !isOfMoment(name)))
  const { name, sort, shared } = fields
  return {
    name: name.trim(),
    filter: filterOfFields(fields, lasting),
    sort,
    ...(shared ? { shared: true as const } : {}),
  }
}

/** Returns the request for a view as it is stored. */
const storedInputOf = (view: View) => inputOf(view, fieldsOfView(view, {}, undefined))

/** Returns a function that opens a view, without the label and number that narrowed the last one. */
function useOpenView(workspaceId: string) {
  const navigate = useNavigate()
  return (viewId: string) =>
    void navigate({ to: '/$ws/inbox/$view', params: { ws: workspaceId, view: viewId }, search: {} })
}

/** Button that removes a saved view, after asking. Colleagues lose a shared one too. */
function RemoveView({ view, onRemoved }: { view: View; onRemoved: () => void }) {
  const may = useMay()
  const id = view.saved?.id ?? ''
  if (!may('views.remove')) return null
  const text = say(view.saved?.shared ? 'view.removeSharedWhy' : 'view.removeWhy', { name: view.saved?.name ?? '' })
  const run = () => api.views.remove({ id })
  const button = { color: 'red', variant: 'light' } as const
  return <ConfirmButton name={say('view.remove')} {...{ text, run, button }} then={onRemoved} changes={['views']} />
}

type PartProps = { fields: ViewFields; set: (change: Partial<ViewFields>) => void }

/** Fields for which chats a view contains, and in which order. Numbers are offered only if there are several. */
function Conditions({ workspace, fields, set }: PartProps & { workspace: string }) {
  const team = useQuery(teamQuery(workspace)).data ?? []
  const labels = useQuery(labelsQuery(workspace)).data ?? []
  const numbers = useQuery(numbersQuery(workspace)).data ?? []
  const named = (items: { id: string; name: string }[]) => items.map(({ id, name }) => ({ value: id, label: name }))
  const any = { value: '', label: say('view.any') }
  const people = [
    { value: 'me', label: say('view.me') },
    { value: 'none', label: say('view.nobody') },
  ]
  const choose = (name: 'assignee' | 'label' | 'number' | 'window', data: { value: string; label: string }[]) => (
    <SelectField
      name={`filter.${name}`}
      label={say(`view.${name}`)}
      data={[any, ...data]}
      value={fields[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <>
      <CheckboxCondition name="statuses" fields={fields} set={set} />
      <CheckboxCondition name="switches" fields={fields} set={set} />
      <div className={styles.viewPairs}>
        {choose('assignee', [...people, ...named(team)])}
        {labels.length > 0 && choose('label', named(labels))}
        {numbers.length > 1 && choose('number', named(numbers))}
        {choose(
          'window',
          viewChoices.windows.map((value) => ({ value, label: say(`view.window.${value}`) })),
        )}
        <SelectField
          name="sort"
          label={say('view.sort')}
          data={viewChoices.sorts.map((value) => ({ value, label: say(`view.sort.${value}`) }))}
          value={fields.sort}
          onChange={(event) => set({ sort: event.currentTarget.value as ViewFields['sort'] })}
        />
      </div>
    </>
  )
}

/** Checkboxes for a condition with several values. */
function CheckboxCondition({ name, fields, set }: PartProps & { name: 'statuses' | 'switches' }) {
  const chosen: readonly string[] = fields[name]
  return (
    <Checkbox.Group label={say(`view.${name}`)} value={[...chosen]} onChange={(value) => set({ [name]: value })}>
      <Group gap="sm" mt={4}>
        {viewChoices[name].map((each) => (
          <Checkbox key={each} value={each} label={say(`view.is.${each}`)} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}
