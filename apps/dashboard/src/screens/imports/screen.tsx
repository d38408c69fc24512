import { Checkbox } from '@mantine/core'
import type { ContactImport } from '@posthorn/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, paged, poll } from '../../api/api.ts'
import { FileField } from '../../parts/choice-fields.tsx'
import { DeskForm, SelectField, TextField, useFields } from '../../parts/form.tsx'
import { PlaceLink, Status } from '../../parts/page.tsx'
import { sayProblem } from '../../parts/problem.tsx'
import { Resource } from '../../parts/resource.tsx'
import type { Column } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { fullMoment, numberText, ownValue, say } from '../../words/words.ts'
import { asFields, columnsOf, type Column as FileColumn, headText, type Mapping, targets } from './columns.ts'
import { countNames, isOver, nameOfTarget, statusOf, useCreation } from './import.tsx'

const importsQuery = (workspaceId: string) =>
  paged<ContactImport>(['imports', workspaceId], (cursor, options) =>
    api.imports.list({ size: 25, ...cursor }, options).page(),
  )

/** The imports of contacts, newest first. Read every five seconds while one is running, otherwise twice a minute. */
export function ImportsScreen() {
  const query = useInfiniteQuery({
    ...importsQuery(useWorkspaceId()),
    refetchInterval: (query) =>
      poll(query.state.data?.pages.every(({ items }) => items.every(isOver)) ? 30_000 : 5_000)(query),
  })
  const may = useMay()
  return (
    <Resource
      title={say('import.title')}
      lead={say('import.lead')}
      back={{ to: 'contacts', name: say('nav.contacts') }}
      query={query}
      columns={columns()}
      nameOf={({ createdAt }) => fullMoment(createdAt)}
      empty={{ title: say('import.none'), why: say('import.noneWhy') }}
      create={may('imports.create') && { name: say('import.new'), form: () => <ImportForm /> }}
    />
  )
}

const countColumn = (name: (typeof countNames)[number]): Column<ContactImport> => ({
  name: say(`import.${name}Count`),
  cell: ({ counts }) => numberText(counts[name]),
  isNumber: true,
})

const columns = (): Column<ContactImport>[] => [
  {
    name: say('import.begun'),
    cell: ({ id, createdAt }) => <PlaceLink to={`imports/${id}`}>{fullMoment(createdAt)}</PlaceLink>,
  },
  { name: say('word.status'), cell: (found) => <Status {...statusOf(found)} /> },
  ...countNames.map(countColumn),
]

const duplicates = ['skip', 'update', 'error'] as const
type Duplicate = (typeof duplicates)[number]

/** Form that selects a file and its columns, and starts an import: a dry run, which changes nothing, unless the person unchecks that. */
function ImportForm() {
  const create = useCreation()
  const [file, setFile] = useState<ChosenFile>({ bytes: undefined, columns: [], mapping: {} })
  const [onDuplicate, setOnDuplicate] = useState<Duplicate>('skip')
  const [isTrial, setTrial] = useState(true)
  const { fields, bind } = useFields({ tags: '' })
  const submit = () => {
    if (file.bytes === undefined) return
    const tags = fields.tags.split(/[,;]+/).flatMap((tag) => tag.trim() || [])
    const given = Object.entries(file.mapping).filter(([, target]) => target !== '')
    create.begin({ file: file.bytes, mapping: Object.fromEntries(given), onDuplicate, tags, dryRun: isTrial })
  }
  return (
    <DeskForm
      submitName={say(isTrial ? 'import.try' : 'import.begin')}
      isDisabled={file.bytes === undefined}
      action={create}
      onSubmit={submit}
    >
      <FileFields file={file} onChange={setFile} />
      <SelectField
        name="onDuplicate"
        label={say('import.onDuplicate')}
        data={duplicates.map((each) => ({ value: each, label: say(`import.duplicate.${each}`) }))}
        value={onDuplicate}
        onChange={(event) => setOnDuplicate(event.currentTarget.value as Duplicate)}
      />
      <TextField label={say('import.tags')} description={say('import.tagsHelp')} {...bind('tags')} />
      <Checkbox
        label={say('import.trial')}
        description={say('import.trialHelp')}
        checked={isTrial}
        onChange={(event) => setTrial(event.currentTarget.checked)}
      />
    </DeskForm>
  )
}

/** How much of a file is read for the names of its columns and some values, because a file can be large. */
const headBytes = 65_536

type ChosenFile = { bytes: File | undefined; columns: readonly FileColumn[]; mapping: Mapping }

/** Fields that select a file and the target of each column. The server detects targets that aren't selected. */
function FileFields({ file, onChange }: { file: ChosenFile; onChange: (file: ChosenFile) => void }) {
  const choose = async (bytes: File | undefined) => {
    try {
      const columns = bytes ? columnsOf(headText(new Uint8Array(await bytes.slice(0, headBytes).arrayBuffer()))) : []
      onChange({ bytes, columns, mapping: {} })
    } catch {
      // A folder that is dropped looks like a file until it is read.
      sayProblem(new Error(say('import.notReadable', { name: bytes?.name ?? '' })))
    }
  }
  const { columns, mapping } = file
  const fields = asFields(columns.map(({ name }) => name))
  return (
    <>
      <FileField
        name="file"
        label={say('field.media')}
        description={say('import.fileHelp')}
        placeholder={say('import.chooseFile')}
        accept=".csv,.txt,text/csv,text/plain"
        file={file.bytes}
        onChange={(bytes) => void choose(bytes)}
      />
      {columns.map(({ name, values }) => (
        <SelectField
          key={name}
          name={`mapping.${name}`}
          size="xs"
          label={say('import.columnOf', { column: name })}
          description={values.join(' · ')}
          data={targetsOf(ownValue(fields, name) ?? '')}
          value={ownValue(mapping, name) ?? ''}
          onChange={(event) => onChange({ ...file, mapping: { ...mapping, [name]: event.currentTarget.value } })}
        />
      ))}
    </>
  )
}

/** Returns what a column can become, with its custom field. With the empty choice, the server decides from the column's name. */
const targetsOf = (field: string) => [
  { value: '', label: say('import.byName') },
  ...targets.map((target) => ({ value: target, label: nameOfTarget(target) })),
  { value: field, label: say('import.asField', { name: field.replace('fields.', '') }) },
  { value: 'ignore', label: say('import.ignore') },
]
