import { runSimulator } from './service.ts'

await runSimulator(process.env)
