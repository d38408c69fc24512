import { Button, Checkbox, Input, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ContactFilter, Segment, SegmentsCreateInput, SegmentsUpdateInput } from '@posthorn/sdk'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { nameOf } from '../../contacts/contacts.tsx'
import { useChanges } from '../../parts/changes.ts'
import { CountryField } from '../../parts/choice-fields.tsx'
import { DeskForm, type FormAction, TextField, useFault, useFields } from '../../parts/form.tsx'
import { IconButton } from '../../parts/icon.tsx'
import { sentenceOf } from '../../parts/problem.tsx'
import { useWorkspaceId } from '../../session/session.ts'
import { localTime, say } from '../../words/words.ts'
import styles from './segments.module.css'
import {
  type Condition,
  fieldOf,
  filterOf,
  type Group,
  type Node,
  newCondition,
  type Question,
  questionsOf,
  type Subject,
  subjects,
  timeOf,
  treeOf,
  usualValue,
} from './tree.ts'

/** The number of contacts that match a filter, and some of them. Shows the previous result until the next one arrives. */
const previewQuery = (workspaceId: string, filter: ContactFilter | undefined) =>
  queryOptions({
    queryKey: ['segments', workspaceId, 'preview', filter],
    queryFn: ({ signal }) => api.segments.preview({ filter: filter ?? {}, size: 5 }, { signal }),
    enabled: filter !== undefined,
    placeholderData: keepPreviousData,
  })

type Props = { condition: Condition; onChange: (condition: Condition) => void }

/** Fields of a condition: its subject, comparison and value. Another subject or comparison needs another value. */
function ConditionFields({ condition, onChange }: Props) {
  const { subject, name, question } = condition
  const questions = questionsOf(subject)
  const hasName = subject === 'tag' || subject === 'field'
  const ask = (next: Question) =>
    onChange({ ...condition, question: next, value: usualValue({ subject, question: next }) })
  return (
    <div className={styles.condition}>
      <NativeSelect
        size="xs"
        aria-label={say('segment.subject')}
        data={subjects.map((each) => ({ value: each, label: say(`segment.subject.${each}`) }))}
        value={subject}
        onChange={(event) =>
          onChange({ ...newCondition(event.currentTarget.value as Subject), isNot: condition.isNot })
        }
      />
      {hasName && (
        <TextInput
          size="xs"
          aria-label={say(subject === 'tag' ? 'segment.subject.tag' : 'segment.fieldName')}
          placeholder={subject === 'tag' ? 'vip' : 'plan'}
          value={name}
          onChange={(event) => onChange({ ...condition, name: event.currentTarget.value })}
        />
      )}
      {questions.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label={say('segment.question')}
          data={questions.map((each) => ({ value: each, label: say(`segment.question.${each}`) }))}
          value={question}
          onChange={(event) => ask(event.currentTarget.value as Question)}
        />
      )}
      <ValueField {...{ condition, onChange }} />
    </div>
  )
}

/** The field for a condition's value. Its kind depends on the subject and comparison. */
function ValueField({ condition, onChange }: Props) {
  const { value } = condition
  const set = (next: string) => onChange({ ...condition, value: next })
  const shared = { size: 'xs', 'aria-label': say('word.value') } as const
  const onInput = (event: { currentTarget: { value: string } }) => set(event.currentTarget.value)
  switch (fieldOf(condition)) {
    case 'none':
      return null
    case 'yesNo':
      return (
        <NativeSelect
          {...shared}
          data={[
            { value: 'true', label: say('word.yes') },
            { value: 'false', label: say('word.no') },
          ]}
          value={value}
          onChange={onInput}
        />
      )
    case 'time':
      return (
        <TextInput
          {...shared}
          type="datetime-local"
          value={value === '' ? '' : localTime(Date.parse(value))}
          onChange={({ currentTarget }) => set(timeOf(currentTarget.value) ?? value)}
        />
      )
    case 'days':
      return <TextInput {...shared} type="number" min={1} max={3650} w={90} value={value} onChange={onInput} />
    case 'lines':
      return <Textarea {...shared} rows={2} placeholder={say('segment.lines')} value={value} onChange={onInput} />
    case 'country':
      return <CountryField {...shared} first={[{ value: '', label: '' }]} value={value} onChange={onInput} />
    default:
      return <TextInput {...shared} value={value} onChange={onInput} />
  }
}

const pauseMs = 300

/** Number of matching contacts, counted shortly after the last change, and some of their names. */
function Preview({ filter }: { filter: ContactFilter | undefined }) {
  // As text, because each render makes another object, which would never settle.
  const text = JSON.stringify(filter)
  const [settled] = useDebouncedValue(text, pauseMs)
  const asked = settled === undefined ? undefined : (JSON.parse(settled) as ContactFilter)
  const { data, error, isPlaceholderData } = useQuery(previewQuery(useWorkspaceId(), asked))
  if (filter === undefined) return <p className={styles.fits}>{say('segment.fillIn')}</p>
  if (error) return <p className={styles.fits}>{sentenceOf(error)}</p>
  const names = data?.contacts.map(nameOf).join(' · ')
  return (
    <p className={styles.fits} role="status" data-old={isPlaceholderData || settled !== text ? '' : undefined}>
      {data ? `${say('segment.fits', { count: data.count })} ${names}` : say('desk.reading')}
    </p>
  )
}

/** `onStored`: to be called once the changes are stored. */
type SegmentEdit = { changes: Omit<SegmentsUpdateInput, 'id'>; onStored: () => void }

type SegmentFormProps = {
  segment?: Segment
  /** Tag of a new segment's first condition. */
  tag?: string
  isReadOnly?: boolean
  action: FormAction
  onSubmit: (input: SegmentsCreateInput, edit: SegmentEdit) => void
}

/** Returns the conditions of a new segment: that contacts have this tag. */
const newTree = (tag: string): Group => {
  return { kind: 'group', isNot: false, join: 'all', nodes: [{ ...newCondition('tag'), name: tag }] }
}

/** The API's error about the conditions, until one of them changes. */
function FilterFault({ tree }: { tree: Group }) {
  const fault = useFault('filter', tree)
  return fault ? <Input.Error>{fault}</Input.Error> : null
}

/** Form for a segment. Can be submitted once all conditions are complete. */
export function SegmentForm({ segment, tag = '', isReadOnly = false, action, onSubmit }: SegmentFormProps) {
  const initial = { name: segment?.name ?? tag, description: segment?.description ?? '' }
  const { fields, bind } = useFields(initial)
  const [tree, setTree] = useState<Group>(segment ? treeOf(segment.filter) : newTree(tag))
  const filter = filterOf(tree)
  const [name, description] = [fields.name.trim(), fields.description.trim()]
  const [changes, onStored] = useChanges({ name, description: description || null, ...(filter ? { filter } : {}) })
  const submit = () => {
    if (filter) onSubmit({ name, filter, ...(description ? { description } : {}) }, { changes, onStored })
  }
  return (
    <div className={styles.wide}>
      <DeskForm
        operation="segments.create"
        {...{ isReadOnly, action }}
        isDisabled={filter === undefined}
        changes={segment && changes}
        onSubmit={submit}
      >
        <TextField label={say('word.name')} data-autofocus {...bind('name')} />
        <TextField label={say('word.description')} {...bind('description')} />
        <FilterFault tree={tree} />
        <GroupFields group={tree} onChange={setTree} />
        <Preview filter={filter} />
      </DeskForm>
    </div>
  )
}

/**
 * Deepest level of a group. The API allows eight levels: a condition takes one, and another is left for a negation. It may still refuse a
 * filter with more negations.
 */
const deepest = 6

const joins = ['all', 'any'] as const
const newGroup: Group = { kind: 'group', isNot: false, join: 'any', nodes: [newCondition('tag')] }

type GroupProps = { group: Group; level?: number; onChange: (group: Group) => void }

/** A group of conditions: all of them must be met, or any. A group can contain groups, up to the deepest level. */
function GroupFields({ group, level = 1, onChange }: GroupProps) {
  const { join, nodes } = group
  const put = (at: number, next: Node[]) => onChange({ ...group, nodes: nodes.toSpliced(at, 1, ...next) })
  const add = (node: Node) => onChange({ ...group, nodes: [...nodes, node] })
  return (
    <fieldset className={styles.group} aria-label={say(`segment.${join}`)}>
      <NativeSelect
        size="xs"
        w="fit-content"
        aria-label={say('segment.join')}
        data={joins.map((each) => ({ value: each, label: say(`segment.${each}`) }))}
        value={join}
        onChange={(event) => onChange({ ...group, join: event.currentTarget.value as Group['join'] })}
      />
      {nodes.map((node, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no name, and its fields hold no state
        <NodeFields key={i} {...{ node, level }} onChange={(next) => put(i, next)} />
      ))}
      <div className={styles.add}>
        <Button variant="default" size="compact-xs" onClick={() => add(newCondition('tag'))}>
          {say('segment.addCondition')}
        </Button>
        {level < deepest && (
          <Button variant="default" size="compact-xs" onClick={() => add(newGroup)}>
            {say('segment.addGroup')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

type NodeProps = {
  node: Node
  level: number
  /** Called with the changed node, or with no node to remove it. */
  onChange: (nodes: Node[]) => void
}

/** A condition or a group, which can be negated or removed. */
function NodeFields({ node, level, onChange }: NodeProps) {
  const put = (next: Node) => onChange([next])
  return (
    <div className={styles.node}>
      <Checkbox
        size="xs"
        label={say('segment.not')}
        checked={node.isNot}
        onChange={(event) => put({ ...node, isNot: event.currentTarget.checked })}
      />
      {node.kind === 'group' ? (
        <GroupFields group={node} level={level + 1} onChange={put} />
      ) : (
        <ConditionFields condition={node} onChange={put} />
      )}
      <IconButton icon="close" iconSize={14} label={say('word.remove')} color="gray" onClick={() => onChange([])} />
    </div>
  )
}
