import { Checkbox, Input } from '@mantine/core'
import styles from './desk.module.css'
import { useFault } from './form.tsx'

type Props = {
  name: string
  label: string
  choices: readonly { id: string; name: string }[]
  chosen: readonly string[]
  isReadOnly: boolean
  onChange: (chosen: string[]) => void
}

/** Checkboxes for a few choices. Shows nothing if there are no choices. */
export function ChecksField({ name, label, choices, chosen, isReadOnly, onChange }: Props) {
  const fault = useFault(name, chosen)
  if (choices.length === 0) return null
  return (
    <fieldset className={styles.checks}>
      <legend>{label}</legend>
      {fault && <Input.Error>{fault}</Input.Error>}
      {choices.map(({ id, name: shown }) => (
        <Checkbox
          key={id}
          size="xs"
          label={shown}
          checked={chosen.includes(id)}
          disabled={isReadOnly}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
          }
        />
      ))}
    </fieldset>
  )
}
