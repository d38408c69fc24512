import { pathToFileURL } from 'node:url'

export type PrintedCommand = {
  path: string
  description: string
  usage: string
  options: { flags: string; description: string; fallback: unknown }[]
}

type Command = {
  name(): string
  description(): string
  usage(): string
  commands: Command[]
  options: { flags: string; description: string; defaultValue?: unknown; hidden: boolean }[]
}

/** Returns a command and all commands below it. `parentPath` is how the user types the command above. */
const printed = (command: Command, parentPath: string): PrintedCommand[] => {
  const path = `${parentPath}${command.name()}`
  const options = command.options.filter(({ hidden }) => !hidden)
  const own = {
    path,
    description: command.description(),
    usage: command.usage(),
    options: options.map(({ flags, description, defaultValue }) => ({ flags, description, fallback: defaultValue })),
  }
  return [own, ...command.commands.flatMap((each) => printed(each, `${path} `))]
}

// Run with the file that creates the command: prints all commands as JSON.
const [, , file = ''] = process.argv
const { program } = (await import(pathToFileURL(file).href)) as { program: (env: object) => Command }
process.stdout.write(JSON.stringify(printed(program({}), '')))
