import { Button, TextInput } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useKeys } from '../keys/bindings.ts'
import { say } from '../words/words.ts'
import { type Bulk, useBulkRows } from './bulk.tsx'
import styles from './desk.module.css'
import { FormDrawer } from './form-drawer.tsx'
import { Icon } from './icon.tsx'
import { Empty, Loaded, Page, Panel, useOpenPlace } from './page.tsx'
import { isForbidden } from './problem.tsx'
import { type Column, More, type Order, Rows, sorted } from './rows.tsx'
import { useSearchText } from './search-text.ts'

type Item = { id: string }

/** How items are created: on another page, or in a form in the drawer, which calls `onDone`. */
type Creation = { name: string; to?: string; form?: (onDone: () => void) => ReactNode; isWide?: boolean }

type Paging = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }

type ResourceProps<T extends Item> = {
  title: string
  lead?: ReactNode
  back?: { to: string; name: string }
  actions?: ReactNode
  query: UseQueryResult<T[]> & Partial<Paging>
  columns: readonly Column<T>[]
  nameOf: (row: T) => string
  empty: { title: string; why?: ReactNode }
  /** Returns the text of a row that the filter searches. */
  textOf?: (row: T) => string
  /** Name of the filter. Without `textOf`, the server searches for the URL's `q`. A list with neither has no filter. */
  filter?: string
  create?: Creation | false | undefined
  /** Form in the drawer for an existing row. */
  edit?: ((row: T, onDone: () => void) => ReactNode) | undefined
  bulk?: readonly Bulk<T>[]
  children?: ReactNode
}

/**
 * A page with a list: filter, sorting, selection with actions, and a drawer to create and edit items. `/` filters, `n` creates, `j`, `k`
 * and `Enter` open, `x` selects. The URL contains the open item and the filter.
 */
export function Resource<T extends Item>(props: ResourceProps<T>) {
  const { title, lead, back, query, empty, create, edit, nameOf, children } = props
  const [open, setOpen] = useSearchText('open')
  const [text, setText] = useSearchText('q')
  const openPlace = useOpenPlace()
  const onNew = () => {
    if (create && create.to !== undefined) openPlace(create.to)
    else setOpen('new')
  }
  useKeys(create ? { n: onNew } : {})
  const button = create && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={onNew}>
      {create.name}
    </Button>
  )
  const hasFilter = (props.textOf !== undefined || props.filter !== undefined) && !isForbidden(query.error)
  const isEmpty = query.data?.length === 0 && text === undefined
  const actions = (
    <>
      {props.actions}
      {!isEmpty && hasFilter && <FilterField {...props} text={text ?? ''} onText={setText} />}
      {!isEmpty && button}
    </>
  )
  return (
    <Page title={title} lead={lead} actions={actions} {...(back ? { back } : {})}>
      <Loaded<T[]> query={query} shape="table">
        {(rows) =>
          isEmpty ? (
            <Empty title={empty.title}>
              <p>{empty.why}</p>
              {button}
            </Empty>
          ) : (
            <List<T> {...props} rows={rows} text={text} onText={setText} onOpen={edit && (({ id }) => setOpen(id))} />
          )
        }
      </Loaded>
      {children}
      <OpenForm<T> {...{ create, edit, nameOf, open }} rows={query.data ?? []} onClose={() => setOpen(undefined)} />
    </Page>
  )
}

type FormProps<T extends Item> = Pick<ResourceProps<T>, 'create' | 'edit' | 'nameOf'> & {
  rows: readonly T[]
  open: string | undefined
  onClose: () => void
}

/** Returns the row with the id `open`, also once a colleague has deleted it: otherwise, its form would close with what is typed in it. */
export function useOpenRow<T extends Item>(rows: readonly T[], open: string | undefined): T | undefined {
  const last = useRef<T>(undefined)
  const found = rows.find(({ id }) => id === open)
  if (found) last.current = found
  return last.current?.id === open ? last.current : undefined
}

/** Shows the form in the drawer for `open`: `new`, or the id of a row. */
function OpenForm<T extends Item>({ create, edit, nameOf, rows, open, onClose }: FormProps<T>) {
  const row = useOpenRow(rows, open)
  if (open === 'new' && create && create.form) {
    return (
      <FormDrawer title={create.name} isWide={create.isWide ?? false} onClose={onClose}>
        {create.form(onClose)}
      </FormDrawer>
    )
  }
  if (row === undefined || edit === undefined) return null
  return (
    <FormDrawer key={row.id} title={nameOf(row)} onClose={onClose}>
      {edit(row, onClose)}
    </FormDrawer>
  )
}

type ListProps<T extends Item> = ResourceProps<T> & {
  rows: readonly T[]
  text: string | undefined
  onText: (text: string | undefined) => void
  onOpen: ((row: T) => void) | undefined
}

/** The rows that match the filter, with selection, sorting and more pages. Says so if no loaded row matches; a later page may have one. */
function List<T extends Item>({ rows, text, onText, onOpen, ...props }: ListProps<T>) {
  const { title, query, columns, nameOf, textOf, bulk: actions = [] } = props
  const [order, setOrder] = useState<Order>()
  const words = (text ?? '').toLocaleLowerCase()
  const found = textOf ? rows.filter((row) => textOf(row).toLocaleLowerCase().includes(words)) : rows
  const { bar, selection } = useBulkRows(found, { actions, nameOf })
  // Sort only a complete list: items that aren't loaded yet may belong at the top.
  const isWhole = !query.hasNextPage
  const by = order && columns[order.column]?.by
  return (
    <>
      {bar}
      {found.length === 0 ? (
        <Empty title={say('desk.noMatch', { text: text ?? '' })}>
          <Button variant="default" size="compact-sm" onClick={() => onText(undefined)}>
            {say('desk.clearFilter')}
          </Button>
        </Empty>
      ) : (
        <Rows
          label={title}
          columns={columns}
          rows={isWhole && order && by ? sorted(found, by, order.direction) : found}
          keyOf={({ id }) => id}
          onOpen={onOpen}
          selection={selection}
          order={order}
          onOrder={isWhole ? setOrder : undefined}
        />
      )}
      {query.fetchNextPage && <More query={query as Paging} />}
    </>
  )
}

type ListPanelProps<T> = Omit<ComponentProps<typeof Rows<T>>, 'rows'> & {
  query: UseQueryResult<T[]> & Partial<Paging>
  /** What to say if there are no rows, and what to do about it. Absent if there always are some. */
  empty?: string
  emptyWhy?: string
  /** False if the page's title says what the list is. */
  isTitled?: boolean
  actions?: ReactNode
  children?: ReactNode
}

/**
 * A panel with the rows that a query returns, and a button for more pages. Says so if there are none. `children`, such as
 * filters, come before the rows. They are absent if the person may not read any.
 */
export function ListPanel<T>(props: ListPanelProps<T>) {
  const { query, empty, emptyWhy, isTitled = true, actions, children, ...table } = props
  return (
    <Panel {...(isTitled ? { title: table.label } : {})} actions={actions}>
      {!isForbidden(query.error) && children}
      <Loaded<T[]> query={query}>
        {(rows) => {
          if (empty !== undefined && rows.length === 0) return <Empty title={empty}>{emptyWhy}</Empty>
          return <Rows<T> {...table} rows={rows} />
        }}
      </Loaded>
      {query.fetchNextPage && <More query={query as Paging} />}
    </Panel>
  )
}

type FilterProps = { textOf?: unknown; filter?: string; text: string; onText: (text: string | undefined) => void }

/** Filters loaded rows on each keystroke. Where the server searches, asks it on Enter or once cleared, because each question is a request. */
function FilterField({ textOf, filter = say('desk.filterList'), text, onText }: FilterProps) {
  const field = useRef<HTMLInputElement>(null)
  const [written, setWritten] = useState(text)
  useKeys({ '/': () => field.current?.focus() })
  useEffect(() => setWritten(text), [text])
  const change = (next: string) => {
    setWritten(next)
    if (textOf !== undefined || next === '') onText(next.trim() || undefined)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onText(written.trim() || undefined)
      }}
    >
      <TextInput
        ref={field}
        type="search"
        placeholder={filter}
        aria-label={filter}
        leftSection={<Icon name="search" size={15} />}
        value={written}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </form>
  )
}

/** Filters for a list. The URL contains their values, so that a shared link shows the same list. */
export function FilterForm({ values, children }: { values: Readonly<Record<string, string>>; children: ReactNode }) {
  const navigate = useNavigate()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = Object.entries(values).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : []))
    void navigate({ to: '.', search: Object.fromEntries(given) })
  }
  return (
    <form className={styles.filter} onSubmit={submit}>
      {children}
      <Button type="submit" variant="default" size="xs">
        {say('desk.filter')}
      </Button>
    </form>
  )
}
