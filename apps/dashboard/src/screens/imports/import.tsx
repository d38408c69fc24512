import { Alert, Button } from '@mantine/core'
import { ApiError, type ContactImport, type ImportsCreateInput, type ImportsErrorsAnswer } from '@posthorn/sdk'
import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api, paged, poll, useKeyed } from '../../api/api.ts'
import { uploadTimeoutMs } from '../../api/request.ts'
import { saveResponse } from '../../parts/device.ts'
import { Facts, Loaded, Page, Panel, PlaceLink, Status, type Tone, useAction, useOpenPlace } from '../../parts/page.tsx'
import { faultOf, StoredError, sayProblem, sentenceOf } from '../../parts/problem.tsx'
import { ListPanel } from '../../parts/resource.tsx'
import type { Column } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { fullMoment, isKey, numberText, percentText, say } from '../../words/words.ts'
import { asFields, ignoredColumns } from './columns.ts'

const tones: Readonly<Record<ContactImport['status'], Tone>> = {
  fetching: 'warn',
  running: 'warn',
  finished: 'good',
  failed: 'bad',
}

/** Returns an import's status, which names a dry run as such, because that changes nothing. */
export function statusOf({ status, dryRun }: ContactImport): { tone: Tone; text: string } {
  const text = say(`import.${status}`)
  return { tone: tones[status], text: dryRun ? `${text} · ${say('import.isTrial')}` : text }
}

/** The latest dry run. Kept until the page is reloaded, because the import itself needs the file again. */
let latestTrial: { id: string; input: ImportsCreateInput } | undefined

/** Whether an import has ended, so that it need not be read again. */
export const isOver = (contactImport: ContactImport | undefined) =>
  contactImport?.status === 'finished' || contactImport?.status === 'failed'

/** An import, polled every second until it ends. */
const importQuery = (workspaceId: string, importId: string) =>
  queryOptions({
    queryKey: ['imports', workspaceId, importId],
    queryFn: ({ signal }) => api.imports.get({ id: importId }, { signal }),
    refetchInterval: (query) => poll(isOver(query.state.data) ? false : 1_000)(query),
  })

/** The rows of a file that the import couldn't use, with the reasons. */
const importErrorsQuery = (workspaceId: string, importId: string) =>
  paged<ImportsErrorsAnswer>(['imports', workspaceId, importId, 'errors'], (cursor, options) =>
    api.imports.errors({ id: importId, size: 50, ...cursor }, options).page(),
  )

/**
 * Returns the action that creates an import. `begin` creates only one, also if the same file is submitted again after a lost response, and
 * shows it, unless the person left the page.
 */
export function useCreation() {
  const openPlace = useOpenPlace()
  const create = useKeyed((input: ImportsCreateInput, options) =>
    api.imports.create(input, { ...options, timeoutMs: uploadTimeoutMs }),
  )
  const { mutate, isPending, error } = useAction({
    run: async (input: ImportsCreateInput) => {
      const made = await create(input)
      if (made.dryRun) latestTrial = { id: made.id, input }
      return made
    },
    changes: ['imports'],
    isOfForm: true,
  })
  const begin = (input: ImportsCreateInput) => mutate(input, { onSuccess: ({ id }) => openPlace(`imports/${id}`) })
  return { begin, isPending, error }
}

/** An import: how far it is, what it did, and the rows that it couldn't use, if any. */
export function ImportScreen() {
  const { import: id = '' } = useParams({ strict: false }) as { import?: string }
  const query = useQuery(importQuery(useWorkspaceId(), id))
  return (
    <Page title={say('import.one')} back={{ to: 'imports', name: say('import.title') }}>
      <Loaded query={query}>
        {(contactImport) => (
          <>
            <Outcome contactImport={contactImport} />
            {contactImport.counts.failed > 0 && (
              <Faults importId={contactImport.id} count={contactImport.counts.failed} />
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** The counts of an import's rows: all that were read, and what became of them. */
export const countNames = ['rows', 'created', 'updated', 'skipped', 'failed'] as const

/** How far an import is, what it did with the rows, and what can be done next. */
function Outcome({ contactImport }: { contactImport: ContactImport }) {
  const { counts, progress, error, createdAt, completedAt, mapping, tags, onDuplicate } = contactImport
  const columns = Object.entries(mapping ?? {}).map(([column, target]) => `${column} › ${nameOfTarget(target)}`)
  return (
    <Panel title={say('import.outcome')}>
      <StoredError error={error} />
      <NextStep contactImport={contactImport} />
      <progress
        value={progress}
        aria-label={say('import.progress')}
        style={{ width: '100%', accentColor: 'var(--link)' }}
      />
      <Facts
        facts={[
          [say('word.status'), <Status key="status" {...statusOf(contactImport)} />],
          [say('import.progress'), percentText(progress)],
          ...countNames.map((name) => [say(`import.${name}Count`), numberText(counts[name])] as const),
          [say('import.onDuplicate'), say(`import.duplicate.${onDuplicate}`)],
          [say('import.tags'), tags.join(', ')],
          [say('import.columns'), columns.join(', ')],
          [say('import.begun'), fullMoment(createdAt)],
          [say('import.ended'), completedAt && fullMoment(completedAt)],
        ]}
      />
    </Panel>
  )
}

/** Returns what a column becomes, in words: a field of contacts, a custom field, or nothing. */
export function nameOfTarget(target: string): string {
  if (target === 'ignore') return say('import.ignore')
  if (target.startsWith('fields.')) return say('import.asField', { name: target.slice('fields.'.length) })
  const key = [`import.target.${target}`, `segment.subject.${target}`, `field.${target}`].find(isKey)
  return key === undefined ? target : say(key)
}

/** The file's invalid rows, which can be saved as a file. `count` is their number so far. */
function Faults({ importId, count }: { importId: string; count: number }) {
  const options = importErrorsQuery(useWorkspaceId(), importId)
  // The key contains the number of invalid rows, because more are added while the import runs. The table stays meanwhile.
  const queryKey = [...options.queryKey, count]
  const query = useInfiniteQuery({ ...options, queryKey, placeholderData: keepPreviousData })
  const save = () => void saveResponse(() => api.imports.exportErrors({ id: importId }), `${importId}-faults.csv`)
  return (
    <ListPanel
      query={query}
      label={say('import.faults')}
      columns={columns()}
      keyOf={({ row, column }) => `${row} ${column}`}
      actions={
        <Button variant="default" size="compact-sm" onClick={save}>
          {say('import.saveFaults')}
        </Button>
      }
    />
  )
}

const columns = (): Column<ImportsErrorsAnswer>[] => [
  { name: say('import.line'), cell: ({ row, line }) => numberText(line ?? row), isNumber: true },
  { name: say('import.column'), cell: ({ column }) => column },
  { name: say('word.value'), cell: ({ value }) => value && <code>{value}</code> },
  { name: say('word.error'), cell: ({ errorCode, message }) => faultOf({ code: errorCode, message }) },
]

/** Offers the next step: the import after a dry run, or a segment for the import's first tag. */
function NextStep({ contactImport }: { contactImport: ContactImport }) {
  const may = useMay()
  if (contactImport.dryRun) return <AfterTrial contactImport={contactImport} />
  const [tag] = contactImport.tags
  if (contactImport.status !== 'finished' || tag === undefined || !may('segments.create')) return null
  return <SegmentButton tag={tag} />
}

/** Button that creates a segment for a tag and shows it. If the segment's name is taken, opens the form, where the name can be changed. */
function SegmentButton({ tag }: { tag: string }) {
  const openPlace = useOpenPlace()
  const send = useKeyed(api.segments.create)
  const create = useAction({
    run: () => send({ name: tag, filter: { tag } }),
    changes: ['segments'],
    isOfForm: true,
  })
  // Don't navigate if the person left the page before the response.
  const begin = () =>
    create.mutate(undefined, {
      onSuccess: ({ id }) => openPlace(`segments/${id}`),
      onError: (error) => {
        if (!(error instanceof ApiError) || error.status !== 409) return sayProblem(error)
        openPlace(`segments?${new URLSearchParams({ open: 'new', tag })}`)
      },
    })
  return (
    <Button variant="default" mb="md" loading={create.isPending} onClick={begin}>
      {say('import.makeSegment', { tag })}
    </Button>
  )
}

/**
 * For a dry run: says that nothing is changed, and which columns are ignored. Once it has finished, offers to import the same file, or to
 * repeat the dry run with these columns as custom fields. If the page was
 * reloaded, or another file was tried since, the file has to be chosen again.
 */
function AfterTrial({ contactImport }: { contactImport: ContactImport }) {
  const { id, status, counts, mapping } = contactImport
  const mayImport = useMay()('imports.create')
  const create = useCreation()
  const input = latestTrial?.id === id ? latestTrial.input : undefined
  const left = ignoredColumns(mapping, input?.mapping)
  const again = () =>
    input &&
    create.begin({
      ...input,
      mapping: { ...input.mapping, ...asFields(left, { ...mapping, ...input.mapping }) },
      dryRun: true,
    })
  const isReady = mayImport && status === 'finished' && input !== undefined
  return (
    <>
      {left.length > 0 && (
        <Alert color="red" mb="md">
          {say('import.left', { count: left.length, columns: left.join(', ') })}{' '}
          {isReady && (
            <Button variant="default" size="compact-sm" loading={create.isPending} onClick={again}>
              {say('import.asFields')}
            </Button>
          )}
        </Alert>
      )}
      <Alert color="yellow" mb="md">
        {say(isOver(contactImport) ? 'import.trialDone' : 'import.trialRuns')}{' '}
        {isReady && counts.created + counts.updated > 0 && (
          <Button
            size="compact-sm"
            loading={create.isPending}
            onClick={() => create.begin({ ...input, dryRun: false })}
          >
            {say('import.really', { count: counts.created + counts.updated })}
          </Button>
        )}
        {isOver(contactImport) && mayImport && !input && (
          <PlaceLink to="imports" search={{ open: 'new' }}>
            {say('import.chooseAgain')}
          </PlaceLink>
        )}
        {create.error && <p>{sentenceOf(create.error)}</p>}
      </Alert>
    </>
  )
}
