import { Input } from '@mantine/core'
import type { ContactFilter, Segment, SegmentsCreateInput } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { DeskForm } from '../../parts/desk-form.tsx'
import { TextField } from '../../parts/fields.tsx'
import { useFault } from '../../parts/form-errors.tsx'
import { sentenceOf } from '../../parts/problem.tsx'
import { useFields } from '../../parts/use-fields.ts'
import { useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { previewQuery } from './data.ts'
import { GroupFields } from './group.tsx'
import styles from './segments.module.css'
import { filterOf, type Group, newCondition, treeOf } from './tree.ts'

const pauseMs = 300

/** How many contacts match, counted shortly after the last change, with some names. */
function Preview({ filter }: { filter: ContactFilter | undefined }) {
  const text = JSON.stringify(filter)
  const settled = useSettled(text)
  const asked = settled === undefined ? undefined : (JSON.parse(settled) as ContactFilter)
  const { data, error, isPlaceholderData } = useQuery(previewQuery(useWorkspaceId(), asked))
  if (filter === undefined) return <p className={styles.fits}>{say('segment.fillIn')}</p>
  if (error) return <p className={styles.fits}>{sentenceOf(error)}</p>
  const names = data?.contacts.map(({ name, phone }) => name ?? phone ?? say('contact.unknown')).join(' · ')
  return (
    <p className={styles.fits} role="status" data-old={isPlaceholderData || settled !== text ? '' : undefined}>
      {data ? `${say('segment.fits', { count: data.count })} ${names}` : say('desk.reading')}
    </p>
  )
}

/** Returns a text once it has not changed for a moment. */
function useSettled(text: string | undefined): string | undefined {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

type Props = {
  segment?: Segment
  /** Tag of a new segment's first condition. */
  tag?: string
  isReadOnly?: boolean
  isBusy: boolean
  error: Error | null
  onSubmit: (input: SegmentsCreateInput) => void
}

const freshOf = (tag: string): Group => {
  return { kind: 'group', isNot: false, join: 'all', nodes: [{ ...newCondition('tag'), name: tag }] }
}

function FilterFault({ tree }: { tree: Group }) {
  const fault = useFault('filter', tree)
  return fault ? <Input.Error>{fault}</Input.Error> : null
}

/** A segment's name and conditions, with the number of matching contacts. */
export function SegmentForm({ segment, tag = '', isReadOnly = false, isBusy, error, onSubmit }: Props) {
  const initial = { name: segment?.name ?? tag, description: segment?.description ?? '' }
  const { fields, bind } = useFields(initial, isReadOnly)
  const [tree, setTree] = useState<Group>(segment ? treeOf(segment.filter) : freshOf(tag))
  const filter = filterOf(tree)
  const submit = () => {
    const description = fields.description.trim()
    if (filter) onSubmit({ name: fields.name.trim(), filter, ...(description ? { description } : {}) })
  }
  return (
    <div className={styles.wide}>
      <DeskForm
        operation="segments.create"
        {...{ isReadOnly, isBusy, error }}
        submitName={say('desk.save')}
        isDisabled={filter === undefined}
        onSubmit={submit}
      >
        <TextField label={say('segment.name')} data-autofocus {...bind('name')} />
        <TextField label={say('segment.description')} {...bind('description')} />
        <FilterFault tree={tree} />
        <GroupFields group={tree} isReadOnly={isReadOnly} onChange={setTree} />
        <Preview filter={filter} />
      </DeskForm>
    </div>
  )
}
