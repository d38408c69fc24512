import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { CountryField } from '../../parts/choice-fields.tsx'
import { localTime } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import styles from './segments.module.css'
import {
  type Condition,
  fieldOf,
  newCondition,
  type Question,
  questionsOf,
  type Subject,
  subjects,
  usualValue,
} from './tree.ts'

type Props = { condition: Condition; isReadOnly: boolean; onChange: (condition: Condition) => void }

export function ConditionFields({ condition, isReadOnly, onChange }: Props) {
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
        disabled={isReadOnly}
        onChange={(event) =>
          onChange({ ...newCondition(event.currentTarget.value as Subject), isNot: condition.isNot })
        }
      />
      {hasName && (
        <TextInput
          size="xs"
          aria-label={say(subject === 'tag' ? 'segment.tagName' : 'segment.fieldName')}
          placeholder={subject === 'tag' ? 'vip' : 'plan'}
          value={name}
          readOnly={isReadOnly}
          onChange={(event) => onChange({ ...condition, name: event.currentTarget.value })}
        />
      )}
      {questions.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label={say('segment.question')}
          data={questions.map((each) => ({ value: each, label: say(`segment.question.${each}`) }))}
          value={question}
          disabled={isReadOnly}
          onChange={(event) => ask(event.currentTarget.value as Question)}
        />
      )}
      <ValueField {...{ condition, isReadOnly, onChange }} />
    </div>
  )
}

function ValueField({ condition, isReadOnly, onChange }: Props) {
  const { value } = condition
  const set = (next: string) => onChange({ ...condition, value: next })
  const shared = { size: 'xs', 'aria-label': say('segment.value'), readOnly: isReadOnly } as const
  const onInput = (event: { currentTarget: { value: string } }) => set(event.currentTarget.value)
  switch (fieldOf(condition)) {
    case 'none':
      return null
    case 'yesNo':
      return (
        <NativeSelect
          size="xs"
          aria-label={say('segment.value')}
          data={[
            { value: 'true', label: say('segment.yes') },
            { value: 'false', label: say('segment.no') },
          ]}
          value={value}
          disabled={isReadOnly}
          onChange={onInput}
        />
      )
    case 'time':
      return (
        <TextInput
          {...shared}
          type="datetime-local"
          value={value === '' ? '' : localTime(Date.parse(value))}
          onChange={({ currentTarget }) => set(currentTarget.value && new Date(currentTarget.value).toISOString())}
        />
      )
    case 'days':
      return <TextInput {...shared} type="number" min={1} max={3650} w={90} value={value} onChange={onInput} />
    case 'lines':
      return <Textarea {...shared} rows={2} placeholder={say('segment.lines')} value={value} onChange={onInput} />
    case 'country':
      return (
        <CountryField
          size="xs"
          aria-label={say('segment.value')}
          first={[{ value: '', label: '' }]}
          value={value}
          disabled={isReadOnly}
          onChange={onInput}
        />
      )
    default:
      return <TextInput {...shared} value={value} onChange={onInput} />
  }
}
