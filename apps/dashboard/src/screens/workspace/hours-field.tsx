import { Button, Input, NativeSelect, TextInput } from '@mantine/core'
import { useFault } from '../../parts/form-errors.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { say } from '../../words/say.ts'
import { type Hours, nextHours, weekdays } from './settings.ts'
import styles from './workspace.module.css'

type Props = { hours: readonly Hours[]; isReadOnly: boolean; onChange: (hours: readonly Hours[]) => void }

/** Business hours, with a row for each period; none means always open. */
export function HoursField({ hours, isReadOnly, onChange }: Props) {
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
        <div className={styles.hours} key={i}>
          <NativeSelect
            size="xs"
            aria-label={say('workspace.day')}
            data={weekdays.map((day) => ({ value: day, label: say(`workspace.day.${day}`) }))}
            value={each.day}
            disabled={isReadOnly}
            onChange={(event) => put(i, { day: event.currentTarget.value as Hours['day'] })}
          />
          <Time name="from" hours={each} isReadOnly={isReadOnly} onChange={(change) => put(i, change)} />
          <Time name="to" hours={each} isReadOnly={isReadOnly} onChange={(change) => put(i, change)} />
          {!isReadOnly && (
            <IconButton
              icon="close"
              iconSize={14}
              label={say('segment.removeCondition')}
              color="gray"
              onClick={() => onChange(hours.filter((_, at) => at !== i))}
            />
          )}
        </div>
      ))}
      {!isReadOnly && (
        <Button variant="default" size="compact-xs" mt={6} onClick={() => onChange([...hours, nextHours(hours)])}>
          {say('workspace.addHours')}
        </Button>
      )}
    </Input.Wrapper>
  )
}

type TimeProps = {
  name: 'from' | 'to'
  hours: Hours
  isReadOnly: boolean
  onChange: (change: Partial<Hours>) => void
}

function Time({ name, hours, isReadOnly, onChange }: TimeProps) {
  return (
    <TextInput
      size="xs"
      type="time"
      required
      aria-label={say(`workspace.${name}`)}
      value={hours[name]}
      readOnly={isReadOnly}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  )
}
