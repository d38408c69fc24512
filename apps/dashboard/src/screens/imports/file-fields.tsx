import { Input } from '@mantine/core'
import { useId } from 'react'
import { SelectField } from '../../parts/fields.tsx'
import { useFault } from '../../parts/form-errors.tsx'
import { ownValue } from '../../parts/own-value.ts'
import { say } from '../../words/say.ts'
import { columnsOf, fieldNameOf, type Mapping, targets } from './columns.ts'

/** Bytes that are read to find the column names. */
const headBytes = 65_536

export type ChosenFile = { bytes: File | undefined; columns: readonly string[]; mapping: Mapping }

type Props = { file: ChosenFile; onChange: (file: ChosenFile) => void }

/** Selects a file and the target of each column. The server detects targets that are not chosen. */
export function FileFields({ file, onChange }: Props) {
  const id = useId()
  const choose = async (bytes: File | undefined) => {
    const columns = bytes ? columnsOf(await bytes.slice(0, headBytes).text()) : []
    onChange({ bytes, columns, mapping: {} })
  }
  const { columns, mapping } = file
  return (
    <>
      <Input.Wrapper
        id={id}
        label={say('import.file')}
        description={say('import.fileHelp')}
        error={useFault('file', file.bytes)}
      >
        <Input
          id={id}
          component="input"
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          required
          onChange={(event) => void choose(event.currentTarget.files?.[0])}
        />
      </Input.Wrapper>
      {columns.map((column) => (
        <SelectField
          key={column}
          name={`mapping.${column}`}
          size="xs"
          label={say('import.columnOf', { column })}
          data={targetsOf(column)}
          value={ownValue(mapping, column) ?? ''}
          onChange={(event) => onChange({ ...file, mapping: { ...mapping, [column]: event.currentTarget.value } })}
        />
      ))}
    </>
  )
}

const targetsOf = (column: string) => [
  { value: '', label: say('import.byName') },
  ...targets.map((target) => ({ value: target, label: say(`import.target.${target}`) })),
  { value: `fields.${fieldNameOf(column)}`, label: say('import.asField', { name: fieldNameOf(column) }) },
  { value: 'ignore', label: say('import.ignore') },
]
