import { TextField } from './fields.tsx'

type Props = {
  name: string
  label: string
  description: string
  value: string
  onChange: (event: { currentTarget: { value: string } }) => void
}

/** The hours for which a secret that is replaced stays valid, as the API takes them. */
export function GraceField(props: Props) {
  return <TextField type="number" min={0} max={168} {...props} />
}
