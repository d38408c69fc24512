import { TextField } from './fields.tsx'

type Props = {
  name: string
  label: string
  description: string
  value: string
  onChange: (event: { currentTarget: { value: string } }) => void
}

/** Hours for which the previous secret stays valid. */
export function GraceField(props: Props) {
  return <TextField type="number" min={0} max={168} {...props} />
}
