import { Button, type ButtonProps } from '@mantine/core'

type ActionButtonProps = ButtonProps & {
  action: { isPending: boolean; mutate: (input: undefined) => void }
  name: string
}

/** Button that runs an action without input, and waits while it runs. */
export function ActionButton({ action, name, ...props }: ActionButtonProps) {
  return (
    <Button variant="default" {...props} loading={action.isPending} onClick={() => action.mutate(undefined)}>
      {name}
    </Button>
  )
}
