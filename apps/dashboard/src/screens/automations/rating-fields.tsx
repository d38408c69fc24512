import { TextAreaField, TextField } from '../../parts/fields.tsx'
import { say } from '../../words/say.ts'
import type { PartProps } from './fields.ts'

export function RatingFields({ fields, isReadOnly, change }: PartProps) {
  const days = (name: 'pauseDays' | 'answerDays') => (
    <TextField
      name={`actions.rating.${name}`}
      label={say(`automation.${name}`)}
      type="number"
      w={220}
      value={fields[name]}
      readOnly={isReadOnly}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <>
      <TextAreaField
        name="actions.rating.message"
        label={say('automation.rating')}
        description={say('automation.ratingHelp')}
        autosize
        minRows={2}
        value={fields.rating}
        readOnly={isReadOnly}
        onChange={(event) => change({ rating: event.currentTarget.value })}
      />
      {fields.rating !== '' && (
        <>
          <TextAreaField
            name="actions.rating.options"
            label={say('automation.options')}
            description={say('automation.optionsHelp')}
            autosize
            minRows={3}
            value={fields.options}
            readOnly={isReadOnly}
            onChange={(event) => change({ options: event.currentTarget.value })}
          />
          <TextField
            name="actions.rating.button"
            label={say('automation.button')}
            w={220}
            value={fields.button}
            readOnly={isReadOnly}
            onChange={(event) => change({ button: event.currentTarget.value })}
          />
          {days('pauseDays')}
          {days('answerDays')}
          <TextAreaField
            name="actions.rating.thanks"
            label={say('automation.thanks')}
            description={say('automation.thanksHelp')}
            autosize
            minRows={2}
            value={fields.thanks}
            readOnly={isReadOnly}
            onChange={(event) => change({ thanks: event.currentTarget.value })}
          />
        </>
      )}
    </>
  )
}
